/** The columns of a task that a step can change. Plans change no others, and `commit-queries.ts` writes all of them. */
import { taskTables } from '../../db/tables/task-tables.ts'
import type { TaskRow } from './task-row.ts'

const names = [
  'phase', 'reason', 'seq', 'status_seq', 'status_at', 'held', 'has_work', 'was_delivered', 'revisions', 'due_at', 'warn_at',
  'delivered_at', 'asked_at', 'review_due_at',
  'terms_hash', 'fee_bps', 'client_messages', 'client_bytes', 'provider_messages', 'provider_bytes',
  'dispute',
] as const satisfies readonly (keyof TaskRow)[] // prettier-ignore

type StepColumn = (typeof names)[number]

/** Disclosing a task to its client changes `hidden_until` without a new version, so a step writes it only to hide the task. */
export type StepChanges = Partial<Pick<TaskRow, StepColumn | 'hidden_until'>>

/** Column definitions for json_to_recordset. */
export const stepColumnTypes = [...names, 'hidden_until' as const]
  .map((name) => `${name} ${taskTables.tasks[name].sqlType}`)
  .join(', ')

/** Assignments of the update; `a` is the step and `t` the task. */
export const stepAssignments = [
  ...names.map((name) => `${name} = a.${name}`),
  'hidden_until = coalesce(a.hidden_until, t.hidden_until)',
].join(', ')

/** Column values after a step, as JSON. */
export function stepValues(task: TaskRow, { hidden_until: hiddenUntil }: StepChanges) {
  const values = names.map((name) => [name, asJson(task[name])] as const)
  return { ...Object.fromEntries(values), hidden_until: hiddenUntil ?? null }
}

/** Amounts travel as text and bytes as hexadecimal digits, which PostgreSQL casts. */
function asJson(value: TaskRow[StepColumn]): unknown {
  if (typeof value === 'bigint') return String(value)
  return Buffer.isBuffer(value) ? String.raw`\x${value.toString('hex')}` : value
}
