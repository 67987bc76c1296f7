import type { Part, MessageInput } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { actorOf } from '../../money/ledger/post.ts'
import { attachFilesOf } from '../store/attach-files-of.ts'
import { topicsOf } from '../store/commit-step.ts'
import { changeFunds, priceOf } from '../lifecycle/funds.ts'
import { postFunds } from '../store/task-postings.ts'
import { planOpening, type Opening } from '../lifecycle/plan-opening.ts'
import { agreement } from '../lifecycle/plan-step.ts'
import { requireOpenSlot } from './open-slots.ts'
import { notificationsOf } from '../lifecycle/task-events.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { insertEvents, insertTask } from '../store/queries.ts'

/** Inserts a task with its first event. A direct hire agrees to its own terms and holds the funds. */
export async function openTask(
  tx: Tx,
  caller: AgentCaller,
  opening: Opening,
  { row, event } = planOpening(tx, opening),
): Promise<TaskRow> {
  await requireOpenSlot(tx, opening)
  const held = opening.phase === 'requested' ? priceOf(opening) : 0n
  const newTask = { ...row, terms: JSON.stringify(opening.terms) }
  const task = await insertTask(tx, held === 0n ? newTask : { ...newTask, held, ...agreement(tx, opening) })
  await insertEvents(tx, [event])
  await attachFilesOf(tx, caller, task, opening)
  for (const notification of notificationsOf(task, event, 'task.created')) tx.emit(notification)
  for (const topic of topicsOf(task)) tx.publish(topic)
  if (held > 0n) {
    await postFunds(tx, task, changeFunds(tx, task, 'hold'), actorOf(caller))
    await record(tx, caller, { action: 'task.hired', target: task.id, details: { held: Number(held) } })
  } else if (opening.phase === 'applied') {
    await record(tx, caller, { action: 'task.applied', target: task.id, details: { phase: task.phase } })
  }
  return task
}

/** Message from either plain text or parts. */
export function messageOf(content: {
  text?: string | undefined
  parts?: readonly Part[] | undefined
}): MessageInput {
  const { text, parts } = content
  if ((text === undefined) === (parts === undefined)) {
    fail(
      'bad-request',
      'The message must have exactly one of "text" and "parts".',
      'Use "text" for plain text.',
    )
  }
  return { parts: text === undefined ? [...(parts ?? [])] : [{ text }] }
}
