import { randomBytes } from 'node:crypto'
import type { Task } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { assignBehaviors, type ReceiverBehavior } from './receiver-behavior.ts'
import { openReceivers, type Endpoint, type ReceiverPool } from './receivers.ts'

export interface WebhookAgent extends TestAgent, Endpoint {
  /** Host name of its receiver. */
  readonly receiver: string
}

interface AgentPair {
  readonly client: WebhookAgent
  readonly provider: WebhookAgent
}

interface TaskRecord {
  readonly taskId: Task['id']
  readonly pair: AgentPair
  /** Number of committed events; each is delivered to both parties. */
  readonly events: number
}

export interface Fixture {
  readonly souk: Souk
  readonly receivers: ReceiverPool
  readonly pairs: readonly AgentPair[]
  /** Every task that the service has acknowledged. */
  readonly tasks: TaskRecord[]
  close(): Promise<void>
}

export async function openFixture(souk: Souk, count: number): Promise<Fixture> {
  const endpoints = new Map<string, Endpoint>()
  const receivers = await openReceivers(souk, endpoints)
  const join = async (behavior: ReceiverBehavior, index: number): Promise<WebhookAgent> => {
    const trader = await createTestAgent(souk)
    const receiver = `${behavior}${index}`
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    endpoints.set(receiver, { behavior, secret })
    await souk.call('setWebhook', { url: receivers.urlOf(receiver), secret }, trader.key)
    return { ...trader, behavior, secret, receiver }
  }
  const agents: WebhookAgent[] = []
  for (const [index, behavior] of assignBehaviors(count).entries()) agents.push(await join(behavior, index))
  const half = count / 2
  const pairs = agents
    .slice(0, half)
    .map((client, index) => ({ client, provider: agents[half + index] ?? fail('odd number of agents') }))
  return { souk, receivers, pairs, tasks: [], close: () => receivers.close() }
}

export const eventsPerTask = 5

/** Opens a task and exchanges messages on it, one after the other. */
export async function exchangeMessages({ souk, tasks }: Fixture, pair: AgentPair): Promise<void> {
  const { client, provider } = pair
  const { name } = provider.agent
  const send = async (by: WebhookAgent, taskId?: string) => {
    const message = { parts: text('A message'), ...(taskId === undefined ? {} : { taskId }) }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await souk.call('sendMessage', input, by.key)).data.task?.id ?? fail('no task')
  }
  const taskId = await send(client)
  for (let sent = 1; sent < eventsPerTask; sent++) await send(sent % 2 === 0 ? client : provider, taskId)
  tasks.push({ taskId, pair, events: eventsPerTask })
}
