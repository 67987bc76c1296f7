import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import type { PubSub } from '../../node/pubsub.ts'
import { second, stopwatch } from '../../lib/clock.ts'
import type { Linger } from '../../operation.ts'
import { isLive } from '../commands/hire-agent.ts'
import { findCachedProfile } from '../store/hire-queries.ts'
import { isInterrupted, isTerminal } from '../lifecycle/lifecycle.ts'
import { discloseTask } from '../store/queries.ts'
import { findStanding, type FoundStanding } from '../store/read-queries.ts'
import { detailOf } from '../commands/send-to-task.ts'
import { showTask } from '../wire/view-task.ts'

/** Longer than this no call is kept open; the task can be followed or read instead. */
const waitMs = 25 * second

/** Waits until the provider has answered, or cannot be expected to; then the task as it stands, or its message alone. */
export const awaitAnswer: Linger<Contract['tasks']['sendMessage']>['wait'] = async (
  store,
  caller,
  sent,
  waiting,
) => {
  const { answer } = waiting
  const { task } = answer
  if (task === undefined || sent.configuration?.returnImmediately === true) return answer
  const began = new Date(task.status.timestamp)
  if (isNew(sent) && !(await wasLive(store, sent.name, began))) return answer
  const before = await store.read((reader) => findStanding(reader, task.id))
  if (before === undefined || before.provider_id === caller.agentId) return answer
  if (!isAwaited(before)) return answerNow(store, caller, before, sent)
  if (!isNew(sent) && !(await wasLive(store, before.provider_id, began))) return answer
  const last = await whenAnswered(store, task.id, { ...waiting, forMs: waitMs })
  return answerNow(store, caller, last ?? before, sent)
}

/** The answer of a task that has come to rest, or of one that nobody waits for any longer. */
async function answerNow(
  store: Store,
  caller: AgentCaller,
  standing: FoundStanding,
  sent: Parameters<typeof awaitAnswer>[2],
) {
  const { id, reply } = await disclose(store, standing)
  if (reply !== null) return { message: reply }
  return { task: await store.read((reader) => showTask(reader, caller, id, detailOf(sent))) }
}

/**
 * The caller is about to learn of the task, so that it can no longer be taken back. The provider may have been faster:
 * what it answered in place of the task then counts.
 */
export async function disclose(store: Store, standing: FoundStanding): Promise<FoundStanding> {
  if (!standing.hidden || standing.reply !== null) return standing
  return store.write(async (tx) => {
    await discloseTask(tx, standing.id)
    return (await findStanding(tx, standing.id)) ?? standing
  })
}

export interface Patience {
  readonly pubsub: PubSub
  readonly signal: AbortSignal
  readonly forMs: number
  /** Any move of the provider will do, not only one that lets the task rest. */
  readonly firstMove?: boolean
}

/** Where the task stands once it has come to rest, or after that long. */
export async function whenAnswered(
  store: Store,
  taskId: string,
  { pubsub, signal, forMs, firstMove = false }: Patience,
): Promise<FoundStanding | undefined> {
  const elapsed = stopwatch()
  const listener = pubsub.listen(`task:${taskId}`)
  try {
    for (;;) {
      const standing = await store.read((reader) => findStanding(reader, taskId))
      const left = forMs - elapsed()
      const rests = standing === undefined || !isAwaited(standing) || (firstMove && standing.seq > 1)
      if (rests || left <= 0 || signal.aborted) return standing
      await listener.next(signal, Math.min(left, second))
    }
  } finally {
    listener.close()
  }
}

function isAwaited({ phase }: Pick<FoundStanding, 'phase'>): boolean {
  return phase !== 'applied' && !isTerminal(phase) && !isInterrupted(phase)
}

function isNew({ message }: Parameters<typeof awaitAnswer>[2]): boolean {
  return message.taskId === undefined || message.taskId === ''
}

/** Whether an answer could be expected when the message was sent; only then may the task still be hidden. */
function wasLive(store: Store, name: string, now: Date): Promise<boolean> {
  return store.read(async (reader) => {
    const provider = await findCachedProfile(reader, name)
    return provider !== undefined && isLive({ presence: reader.presence, now }, provider)
  })
}
