import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import type { Row } from './lifecycle.ts'
import { moveMoney } from './move-money.ts'
import { planStep, type Mover, type Step } from './plan-step.ts'
import { changeTask, insertEvents, type TaskRow } from './queries.ts'

/** Takes a step with a task that is locked: events, phase, clock and money together. */
export async function advanceTask(
  tx: Tx,
  mover: Mover,
  before: TaskRow,
  row: Row,
  step: Step = {},
): Promise<TaskRow> {
  const { changes, task, events, told, deed, moved, actor } = planStep(tx, mover, before, row, step)
  await moveMoney(tx, before, moved, actor)
  await insertEvents(tx, events)
  for (const one of told) tx.tell(one)
  await changeTask(tx, task.id, changes)
  announceTask(tx, task)
  if (deed !== undefined) await record(tx, mover, deed)
  return task
}

export function announceTask(tx: Tx, task: TaskRow): void {
  for (const topic of topicsOf(task)) tx.announce(topic)
}

export function topicsOf(task: Pick<TaskRow, 'id' | 'client_id' | 'provider_id'>): string[] {
  return [`task:${task.id}`, `agent:${task.client_id}`, `agent:${task.provider_id}`]
}
