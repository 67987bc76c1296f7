/** Two parties of a task, one of which attacks the other. */
import type { Task } from 'souk-contract'
import type { CallResult } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import type { TaskFixture } from '../../server/test/fixtures/a2a/task-fixture.ts'
import { bindings, callsOver, type Binding } from '../lib/calls-over.ts'
import { assertClaim } from '../suite.ts'

export type Side = 'client' | 'provider'

export interface Fixture {
  readonly souk: Souk
  readonly trade: TaskFixture
  readonly task: Task
  readonly attacker: Side
  readonly victim: Side
  readonly tally: Tally
  /** The binding over which the victim decides; it reads over all of them. */
  readonly binding: Binding
  /** Bytes that the attacker is assumed to have sent before, so that a quick round sends less. */
  readonly spentBytes: number
  /** Closes the connections that an attack left open. */
  readonly cleanups: (() => void)[]
}

/** Counters for the result file. */
interface Tally {
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

export const addressOf = ({ trade, task }: Pick<Fixture, 'trade' | 'task'>) => ({
  name: trade.provider.agent.name,
  taskId: task.id,
})

/** Sends a message to the task over the given binding and requests a minimal response. */
export function sendMessage(
  { souk, trade, task, binding }: Fixture,
  by: Side,
  content: string,
  more: object = {},
): Promise<CallResult<{ task?: Task }>> {
  const message = { taskId: task.id, parts: text(content), ...more }
  const configuration = { returnImmediately: true, historyLength: 0 }
  const input = { name: trade.provider.agent.name, message, configuration }
  return callsOver(souk, binding)('sendMessage', input, trade[by].key)
}

/** Sends as the attacker, over each binding in turn: all of them share the budget of the task. */
export function createAttack(
  fixture: Fixture,
): (content: string, more?: object) => ReturnType<typeof sendMessage> {
  let sent = 0
  return (content, more) => {
    const binding = bindings[sent++ % bindings.length] ?? fixture.binding
    fixture.tally.add(`attacks over ${binding}`)
    return sendMessage({ ...fixture, binding }, fixture.attacker, content, more)
  }
}

const responseBytesMax = 8 * 1024 * 1024

/** Requires that a call of the victim succeeds with a response of bounded size. */
export async function requireServed<T>(
  { tally }: Pick<Fixture, 'tally'>,
  what: string,
  call: Promise<CallResult<T>>,
): Promise<T> {
  const response = await call
  const { status, bytes, body } = response
  assertClaim(status === 200, `${what} failed with ${status}: ${JSON.stringify(body).slice(0, 200)}`)
  assertClaim(bytes.length <= responseBytesMax, `${what} returned ${bytes.length} bytes`)
  tally.add('calls served')
  tally.largest(bytes.length)
  return response.data
}
