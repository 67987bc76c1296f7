import type { Contract, StreamResponse } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import type { Events, Handler, LiveEvent, Listening, Live } from '../../operation.ts'
import { disclose, whenAnswered } from './await-answer.ts'
import { noticeProvider } from './get-task.ts'
import { isTerminal } from './lifecycle.ts'
import { eventsAfter, findStanding, findTask, historyMax, tasksById, type WholeTask } from './read-queries.ts'
import { taskNotFound } from './standing.ts'
import { viewEvent, viewTask } from './view.ts'

const everything = { historyLength: historyMax, artifacts: true }

/** Follows a task until it ends: first as it stands, or what was missed since the event the caller saw last. */
export const subscribeToTask: Live<Contract['tasks']['subscribeToTask']> = async (
  store,
  caller,
  address,
  listening,
) => {
  const task = await store.read((reader) => findTask(reader, caller.agentId, address, everything))
  if (task === undefined) return taskNotFound()
  const seen = resumedAt(listening.lastEventId, task)
  if (isTerminal(task.phase) && (seen === undefined || seen >= task.seq)) {
    fail(
      'unsupported-operation',
      `This task has ended as ${task.phase}: nothing more will happen to it.`,
      'Read it with GET.',
    )
  }
  const follower = { store, caller, listening }
  return seen === undefined ? fromSnapshot(follower, task) : following(follower, task, seen)
}

/** What somebody who came back has seen; a number that this task never had is as good as none. */
function resumedAt(lastEventId: string | undefined, { seq }: WholeTask): number | undefined {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return undefined
  const seen = Number(lastEventId)
  return seen <= seq ? seen : undefined
}

interface Follower {
  readonly store: Store
  readonly caller: AgentCaller
  readonly listening: Listening
}

/** The time of the snapshot is that of its last change, so that all who begin at the same event read the same. */
async function* fromSnapshot(follower: Follower, task: WholeTask): Events {
  const onlooker = { agentId: follower.caller.agentId, now: task.status_at }
  yield frame(task.seq, { task: viewTask(task, onlooker, everything) })
  if (!isTerminal(task.phase)) yield* following(follower, task, task.seq)
}

/** Reads on whenever the task was announced, and looks by itself now and then; ends after the event that ends the task. */
async function* following(
  { store, caller, listening: { hub, signal } }: Follower,
  task: { readonly id: string; readonly provider_id: Id<'agt'> },
  seen: number,
): Events {
  const listener = hub.listen(`task:${task.id}`)
  let last = seen
  try {
    while (!signal.aborted) {
      const events = await store.read((reader) => {
        noticeProvider(reader, caller, task)
        return eventsAfter(reader, task.id, last)
      })
      for (const event of events) {
        yield frame(event.seq, viewEvent(event))
        last = event.seq
        if (isTerminal(event.phase)) return
      }
      if (events.length === 0) await listener.changed(signal)
    }
  } finally {
    listener.close()
  }
}

function frame(seq: number, response: StreamResponse): LiveEvent {
  return { id: String(seq), data: JSON.stringify(response) }
}

/** So long a first frame is held back for an answer that needs no task. */
const replyMs = 300

type StreamMessage = Contract['tasks']['streamMessage']

/** What happens after a message was sent, as a stream: one message, or the task and its updates. */
export const streamAnswer: Extract<Handler<StreamMessage>, { kind: 'write-then-live' }>['open'] = async (
  store,
  caller,
  _given,
  { answer, ...listening },
) => afterMessage({ store, caller, listening }, answer)

async function* afterMessage(follower: Follower, { task, message }: StreamResponse): Events {
  const { store, caller, listening } = follower
  if (task === undefined) {
    if (message !== undefined) yield frame(1, { message })
    return
  }
  const sent = await store.read((reader) => findStanding(reader, task.id))
  if (sent === undefined) return
  const standing = sent.hidden
    ? ((await whenAnswered(store, task.id, { ...listening, forMs: replyMs, firstMove: true })) ?? sent)
    : sent
  const { reply } = await disclose(store, standing)
  if (reply !== null) return yield frame(1, { message: reply })
  const [whole] = await store.read((reader) => tasksById(reader, caller.agentId, [task.id], everything))
  if (whole !== undefined) yield* fromSnapshot(follower, whole)
}
