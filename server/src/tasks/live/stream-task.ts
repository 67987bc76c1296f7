import type { Contract, StreamResponse } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Answer, Authorize, Followed, Handler, Live, LiveEvent } from '../../operation.ts'
import { disclose, whenAnswered } from './await-reply.ts'
import { noticeProvider } from '../commands/get-task.ts'
import { isTerminal } from '../lifecycle/lifecycle.ts'
import { findStanding, findTask, historyMax, tasksById, type WholeTask } from '../store/read-queries.ts'
import { shareOfFrame } from '../store/response-bytes.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import type { TaskFeeds } from './task-subscriptions.ts'
import { viewTask } from '../wire/view.ts'

const nothingOfIt = { historyLength: 0, artifacts: false, share: shareOfFrame }

/** A task can be followed by its two parties alone. */
export const requireParty: Authorize<Contract['tasks']['subscribeToTask']> = async (
  reader,
  caller,
  address,
) => (await findTask(reader, caller.agentId, address, nothingOfIt)) ?? taskNotFound()

/** The same for the task that a message has begun or continued, if there is one. */
export const requireOwnTask: Authorize<StreamMessage, [answer: Answer<StreamMessage>]> = async (
  reader,
  caller,
  _given,
  { task },
) => {
  if (task === undefined) return
  const [own] = await tasksById(reader, caller.agentId, [task.id], nothingOfIt)
  if (own === undefined) taskNotFound()
}

const everything = { historyLength: historyMax, artifacts: true, share: shareOfFrame }

/** Follows a task until it ends: first as it stands, or what was missed since the event the caller saw last. */
export function subscribeToTask(feeds: TaskFeeds): Live<Contract['tasks']['subscribeToTask']> {
  return async (store, caller, address, listening) => {
    const { task, origin } = await store.read(async (reader) => ({
      task: (await findTask(reader, caller.agentId, address, everything)) ?? taskNotFound(),
      origin: reader.settings.origin,
    }))
    const seen = resumedAt(listening.lastEventId, task)
    if (isTerminal(task.phase) && (seen === undefined || seen >= task.seq)) {
      fail(
        'unsupported-operation',
        `This task has ended as ${task.phase}: nothing more will happen to it.`,
        'Read it with GET.',
      )
    }
    const follower = { store, caller, feeds }
    return seen === undefined ? fromSnapshot(follower, task, origin) : following(follower, task, seen)
  }
}

/** What somebody who came back has seen; a number that this task never had is as good as none. */
function resumedAt(lastEventId: string | undefined, { seq }: WholeTask): number | undefined {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return undefined
  const seen = Number(lastEventId)
  return seen <= seq ? seen : undefined
}

interface Following {
  readonly store: Store
  readonly caller: AgentCaller
  readonly feeds: TaskFeeds
}

/** The time of the snapshot is that of its last change, so that all who begin at the same event read the same. */
function fromSnapshot(by: Following, task: WholeTask, origin: string): Followed {
  const onlooker = { agentId: by.caller.agentId, now: task.status_at, origin }
  const opening = [told(task.seq, { task: viewTask(task, onlooker, everything) })]
  return isTerminal(task.phase) ? { opening } : { ...following(by, task, task.seq), opening }
}

function following(
  { store, caller, feeds }: Following,
  task: Pick<WholeTask, 'id' | 'provider_id'>,
  seen: number,
): Followed {
  const { id, provider_id } = task
  return {
    opening: [],
    follow: (outlet) => feeds.follow(outlet, id, seen),
    whileListening: () => void store.read(async (reader) => noticeProvider(reader, caller, { provider_id })),
  }
}

function told(seq: number, response: StreamResponse): LiveEvent {
  return { id: String(seq), data: JSON.stringify(response) }
}

/** So long a first frame is held back for an answer that needs no task. */
const replyMs = 300

type StreamMessage = Contract['tasks']['streamMessage']

/** What happens after a message was sent, as a stream: one message, or the task and its updates. */
export function streamAnswer(
  feeds: TaskFeeds,
): Extract<Handler<StreamMessage>, { kind: 'write-then-live' }>['open'] {
  return async (store, caller, _given, { answer: { task, message }, ...listening }) => {
    if (task === undefined) return { opening: message === undefined ? [] : [told(1, { message })] }
    const sent = await store.read((reader) => findStanding(reader, task.id))
    if (sent === undefined) return { opening: [] }
    const standing = sent.hidden
      ? ((await whenAnswered(store, task.id, { ...listening, forMs: replyMs, firstMove: true })) ?? sent)
      : sent
    const { reply } = await disclose(store, standing)
    if (reply !== null) return { opening: [told(1, { message: reply })] }
    const { whole, origin } = await store.read(async (reader) => ({
      whole: (await tasksById(reader, caller.agentId, [task.id], everything))[0],
      origin: reader.settings.origin,
    }))
    return whole === undefined ? { opening: [] } : fromSnapshot({ store, caller, feeds }, whole, origin)
  }
}
