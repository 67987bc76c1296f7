import type { Contract, StreamResponse } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { OperationReply, Authorize, StreamSource, Handler, StreamOpener } from '../../operation.ts'
import type { LiveEvent } from '../../events/sse-frame.ts'
import { disclose, waitForReply } from './await-reply.ts'
import { markProviderSeen } from '../reads/get-task.ts'
import { isTerminal } from '../lifecycle/lifecycle.ts'
import { findProgress, findTask, historyMax, tasksById, type FullTask } from '../store/read-queries.ts'
import { shareOfFrame } from '../store/response-bytes.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import type { TaskSubscriptions } from './task-subscriptions.ts'
import { viewTask } from '../wire/view.ts'

const status = { historyLength: 0, artifacts: false, share: shareOfFrame }

/** Only the two parties can subscribe to a task. */
export const requireParty: Authorize<Contract['tasks']['subscribeToTask']> = async (
  reader,
  caller,
  address,
) => (await findTask(reader, caller.agentId, address, status)) ?? taskNotFound()

/** The same check for the task of a message that was sent, if the reply has one. */
export const requireOwnTask: Authorize<StreamMessage, [reply: OperationReply<StreamMessage>]> = async (
  reader,
  caller,
  _input,
  { task },
) => {
  if (task === undefined) return
  const [visible] = await tasksById(reader, caller.agentId, [task.id], status)
  if (visible === undefined) taskNotFound()
}

const frameDetail = { historyLength: historyMax, artifacts: true, share: shareOfFrame }

/** Streams a task until it ends: a snapshot and later events, or all events after `Last-Event-ID`. */
export function subscribeToTask(
  subscriptions: TaskSubscriptions,
): StreamOpener<Contract['tasks']['subscribeToTask']> {
  return async (store, caller, address, context) => {
    const { task, origin } = await store.read(async (reader) => ({
      task: (await findTask(reader, caller.agentId, address, frameDetail)) ?? taskNotFound(),
      origin: reader.settings.origin,
    }))
    const seen = resumedAt(context.lastEventId, task)
    if (isTerminal(task.phase) && (seen === undefined || seen >= task.seq)) {
      fail(
        'unsupported-operation',
        `The task has ended as ${task.phase}, so it has no more events.`,
        'Read the task instead.',
      )
    }
    const subscriber = { store, caller, subscriptions }
    return seen === undefined ? fromSnapshot(subscriber, task, origin) : fromEvent(subscriber, task, seen)
  }
}

/** The last event that a reconnecting client has seen; undefined if the id is not of this task. */
function resumedAt(lastEventId: string | undefined, { seq }: FullTask): number | undefined {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return undefined
  const seen = Number(lastEventId)
  return seen <= seq ? seen : undefined
}

interface Subscriber {
  readonly store: Store
  readonly caller: AgentCaller
  readonly subscriptions: TaskSubscriptions
}

/** The snapshot is dated by its last change, so that all subscribers that start at the same event receive the same bytes. */
function fromSnapshot(by: Subscriber, task: FullTask, origin: string): StreamSource {
  const viewer = { agentId: by.caller.agentId, now: task.status_at, origin }
  const opening = [frame(task.seq, { task: viewTask(task, viewer, frameDetail) })]
  return isTerminal(task.phase) ? { opening } : { ...fromEvent(by, task, task.seq), opening }
}

function fromEvent(
  { store, caller, subscriptions }: Subscriber,
  task: Pick<FullTask, 'id' | 'provider_id'>,
  seen: number,
): StreamSource {
  const { id, provider_id } = task
  return {
    opening: [],
    subscribe: (sink) => subscriptions.subscribe(sink, id, seen),
    onKeepalive: () => void store.read(async (reader) => markProviderSeen(reader, caller, { provider_id })),
  }
}

function frame(seq: number, response: StreamResponse): LiveEvent {
  return { id: String(seq), data: JSON.stringify(response) }
}

/** The first frame is delayed for this long, in case the provider answers with a message in place of the task. */
const replyMs = 300

type StreamMessage = Contract['tasks']['streamMessage']

/** Stream that follows a sent message: one message, or the task and its updates. */
export function streamReply(
  subscriptions: TaskSubscriptions,
): Extract<Handler<StreamMessage>, { kind: 'write-then-live' }>['open'] {
  return async (store, caller, _input, { reply: { task, message }, ...context }) => {
    if (task === undefined) return { opening: message === undefined ? [] : [frame(1, { message })] }
    const sent = await store.read((reader) => findProgress(reader, task.id))
    if (sent === undefined) return { opening: [] }
    const progress = sent.hidden
      ? ((await waitForReply(store, task.id, { ...context, timeoutMs: replyMs, firstStep: true })) ?? sent)
      : sent
    const { reply } = await disclose(store, progress)
    if (reply !== null) return { opening: [frame(1, { message: reply })] }
    const { snapshot, origin } = await store.read(async (reader) => ({
      snapshot: (await tasksById(reader, caller.agentId, [task.id], frameDetail))[0],
      origin: reader.settings.origin,
    }))
    return snapshot === undefined
      ? { opening: [] }
      : fromSnapshot({ store, caller, subscriptions }, snapshot, origin)
  }
}
