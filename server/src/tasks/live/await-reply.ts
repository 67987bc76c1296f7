import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import type { PubSub } from '../../node/pubsub.ts'
import { second, stopwatch } from '../../lib/clock.ts'
import type { LongPoll } from '../../operation.ts'
import { isOnline } from '../commands/hire-agent.ts'
import { findCachedProfile } from '../store/profile-queries.ts'
import { isInterrupted, isTerminal } from '../lifecycle/lifecycle.ts'
import { discloseTask } from '../store/queries.ts'
import { findProgress, type TaskProgress } from '../store/read-queries.ts'
import { detailOf } from '../commands/send-to-task.ts'
import { showTask } from '../wire/view-task.ts'

/** Maximum wait of a call. Clients that need longer subscribe to the task or poll it. */
const waitMs = 25 * second

/** Waits for the provider's reply while the provider is online; returns the current task, or the message sent in its place. */
export const awaitReply: LongPoll<Contract['tasks']['sendMessage']>['wait'] = async (
  store,
  caller,
  sent,
  context,
) => {
  const { reply } = context
  const { task } = reply
  if (task === undefined || sent.configuration?.returnImmediately === true) return reply
  const sentAt = new Date(task.status.timestamp)
  if (isNew(sent) && !(await wasOnline(store, sent.name, sentAt))) return reply
  const before = await store.read((reader) => findProgress(reader, task.id))
  if (before === undefined || before.provider_id === caller.agentId) return reply
  if (!isAwaited(before)) return currentReply(store, caller, before, sent)
  if (!isNew(sent) && !(await wasOnline(store, before.provider_id, sentAt))) return reply
  const last = await waitForReply(store, task.id, { ...context, timeoutMs: waitMs })
  return currentReply(store, caller, last ?? before, sent)
}

/** The reply for the current state of the task. */
async function currentReply(
  store: Store,
  caller: AgentCaller,
  progress: TaskProgress,
  sent: Parameters<typeof awaitReply>[2],
) {
  const { id, reply } = await disclose(store, progress)
  if (reply !== null) return { message: reply }
  return { task: await store.read((reader) => showTask(reader, caller, id, detailOf(sent))) }
}

/**
 * Makes the task visible before its client learns of it. If the provider has answered with a message in the meantime, the
 * message counts and the task stays hidden.
 */
export async function disclose(store: Store, progress: TaskProgress): Promise<TaskProgress> {
  if (!progress.hidden || progress.reply !== null) return progress
  return store.write(async (tx) => {
    await discloseTask(tx, progress.id)
    return (await findProgress(tx, progress.id)) ?? progress
  })
}

interface WaitOptions {
  readonly pubsub: PubSub
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Returns after any step of the provider, not only after one that interrupts or ends the task. */
  readonly firstStep?: boolean
}

/** Polls the task until it is interrupted or ended, or until the timeout. */
export async function waitForReply(
  store: Store,
  taskId: string,
  { pubsub, signal, timeoutMs, firstStep: firstMove = false }: WaitOptions,
): Promise<TaskProgress | undefined> {
  const elapsed = stopwatch()
  const listener = pubsub.listen(`task:${taskId}`)
  try {
    for (;;) {
      const progress = await store.read((reader) => findProgress(reader, taskId))
      const left = timeoutMs - elapsed()
      const isSettled = progress === undefined || !isAwaited(progress) || (firstMove && progress.seq > 1)
      if (isSettled || left <= 0 || signal.aborted) return progress
      await listener.next(signal, Math.min(left, second))
    }
  } finally {
    listener.close()
  }
}

/** Whether the call waits on: for work, or for the answer to a question about a delivery. */
function isAwaited({ phase, asked }: Pick<TaskProgress, 'phase' | 'asked'>): boolean {
  return asked || (phase !== 'applied' && !isTerminal(phase) && !isInterrupted(phase))
}

function isNew({ message }: Parameters<typeof awaitReply>[2]): boolean {
  return message.taskId === undefined || message.taskId === ''
}

/** Whether the provider was online when the message was sent; only then was the task hidden. */
function wasOnline(store: Store, name: string, now: Date): Promise<boolean> {
  return store.read(async (reader) => {
    const provider = await findCachedProfile(reader, name)
    return provider !== undefined && isOnline({ presence: reader.presence, now }, provider)
  })
}
