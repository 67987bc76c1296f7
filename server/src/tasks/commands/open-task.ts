import type { Part, SentMessage } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { actorOf } from '../../money/ledger/post.ts'
import { topicsOf } from '../store/commit-step.ts'
import { movedBy, priceOf } from '../lifecycle/money.ts'
import { moveMoney } from '../store/task-postings.ts'
import { firstRows, type Opening } from '../lifecycle/plan-opening.ts'
import { agreement } from '../lifecycle/plan-step.ts'
import { requireOpenSlot } from './open-slots.ts'
import { toldOf } from '../lifecycle/task-events.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { insertEvents, insertTask } from '../store/queries.ts'

/** A new task with its first event. Sending the terms of a direct hire agrees to them and holds the funds. */
export async function openTask(
  tx: Tx,
  caller: AgentCaller,
  opening: Opening,
  { row, event } = firstRows(tx, opening),
): Promise<TaskRow> {
  await requireOpenSlot(tx, opening)
  const held = opening.phase === 'requested' ? priceOf(opening) : 0n
  const task = await insertTask(tx, held === 0n ? row : { ...row, held, ...agreement(tx, opening) })
  await insertEvents(tx, [event])
  for (const told of toldOf(task, event, 'task.created')) tx.emit(told)
  for (const topic of topicsOf(task)) tx.publish(topic)
  if (held > 0n) {
    await moveMoney(tx, task, movedBy(tx, task, 'hold'), actorOf(caller))
    await record(tx, caller, { action: 'task.hired', target: task.id, details: { held: Number(held) } })
  } else if (opening.phase === 'applied') {
    await record(tx, caller, { action: 'task.applied', target: task.id, details: { phase: task.phase } })
  }
  return task
}

/** What a person wrote as plain text, or the parts a program made. */
export function asMessage(content: {
  text?: string | undefined
  parts?: readonly Part[] | undefined
}): SentMessage {
  const { text, parts } = content
  if ((text === undefined) === (parts === undefined)) {
    fail('bad-request', 'Send either "text" or "parts".', 'Plain words go into "text".')
  }
  return { parts: text === undefined ? [...(parts ?? [])] : [{ text }] }
}
