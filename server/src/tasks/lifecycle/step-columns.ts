/** The columns of a task that a step can change. A plan changes no other one, and `commit-queries.ts` writes them all. */
import { taskTables } from '../../db/task-tables.ts'
import type { TaskRow } from './task-row.ts'

const names = [
  'phase', 'reason', 'seq', 'status_seq', 'status_at', 'held', 'has_work', 'was_delivered', 'revisions', 'due_at', 'warn_at',
  'terms_hash', 'fee_bps', 'client_messages', 'client_bytes', 'provider_messages', 'provider_bytes',
] as const satisfies readonly (keyof TaskRow)[] // prettier-ignore

type StepColumn = (typeof names)[number]

/** `hidden_until` changes without a new version when a client is shown the task, so only a step that hides it writes it. */
export type StepChanges = Partial<Pick<TaskRow, StepColumn | 'hidden_until'>>

/** Their names and types, for json_to_recordset. */
export const stepColumnTypes = [...names, 'hidden_until' as const]
  .map((name) => `${name} ${taskTables.tasks[name].sqlType}`)
  .join(', ')

/** What becomes of a task: `a` is the step. */
export const stepAssignments = [
  ...names.map((name) => `${name} = a.${name}`),
  'hidden_until = coalesce(a.hidden_until, t.hidden_until)',
].join(', ')

/** The columns after a step, as JSON takes them. */
export function stepValues(task: TaskRow, { hidden_until: hiddenUntil }: StepChanges) {
  const values = names.map((name) => [name, asJson(task[name])] as const)
  return { ...Object.fromEntries(values), hidden_until: hiddenUntil ?? null }
}

/** PostgreSQL reads amounts from text and bytes from hexadecimal digits. */
function asJson(value: TaskRow[StepColumn]): unknown {
  if (typeof value === 'bigint') return String(value)
  return Buffer.isBuffer(value) ? String.raw`\x${value.toString('hex')}` : value
}
