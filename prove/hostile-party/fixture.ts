/** Two parties with a task between them, one of which means no good. */
import type { Task } from 'souk-contract'
import type { Answer, Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import type { Trade } from '../../server/test/fixtures/trade.ts'
import { assertClaim } from '../suite.ts'

export type Side = 'client' | 'provider'

export interface Scene {
  readonly souk: Souk
  readonly trade: Trade
  readonly task: Task
  readonly attacker: Side
  readonly victim: Side
  readonly tally: Tally
  /** What the attacker is taken to have sent before, so that a quick round floods less. */
  readonly spentBytes: number
  /** Ends what an attack has left running. */
  readonly afterwards: (() => void)[]
}

/** What was seen, for the result. */
export interface Tally {
  add(what: string, count?: number): void
  largest(bytes: number): void
  counts(): Readonly<Record<string, number>>
}

export function openTally(): Tally {
  const counts = new Map<string, number>()
  const largest = 'largest response KiB'
  return {
    add: (what, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count),
    largest: (bytes) => void counts.set(largest, Math.max(counts.get(largest) ?? 0, Math.ceil(bytes / 1024))),
    counts: () => Object.fromEntries(counts),
  }
}

export const addressOf = ({ trade, task }: Pick<Scene, 'trade' | 'task'>) => ({
  name: trade.provider.agent.name,
  taskId: task.id,
})

/** Something said to the task, with as little as possible in return. */
export function say(
  { souk, trade, task }: Scene,
  by: Side,
  spoken: string,
  more: object = {},
): Promise<Answer<{ task?: Task }>> {
  const message = { taskId: task.id, parts: text(spoken), ...more }
  const configuration = { returnImmediately: true, historyLength: 0 }
  return souk.call('sendMessage', { name: trade.provider.agent.name, message, configuration }, trade[by].key)
}

const responseBytesMax = 8 * 1024 * 1024

/** A call of the victim, which has to succeed with a response of bounded size. */
export async function served<T>(
  { tally }: Pick<Scene, 'tally'>,
  what: string,
  call: Promise<Answer<T>>,
): Promise<T> {
  const answer = await call
  const { status, bytes, body } = answer
  assertClaim(status === 200, `${what} was refused with ${status}: ${JSON.stringify(body).slice(0, 200)}`)
  assertClaim(bytes.length <= responseBytesMax, `${what} was answered with ${bytes.length} bytes`)
  tally.add('calls served')
  tally.largest(bytes.length)
  return answer.data
}
