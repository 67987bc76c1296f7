/** The only place that decides which deliveries an event causes. Pure. */
import type { Insertable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { EventRow } from '../queries.ts'
import { isId, newId, type Id } from '../../lib/ids.ts'

export type NewDelivery = Insertable<Schema['webhook_deliveries']>

interface TargetConfig {
  readonly id: string
  readonly host: string
}

/** An event with its targets: the webhook endpoints of its agent, and the agent's push configs of its task. */
export interface EventWithTargets extends EventRow {
  readonly endpoints: readonly string[]
  readonly configs: readonly TargetConfig[]
}

/** A task that its client must not learn of, because the reply was a message alone. */
export interface WithdrawnTask {
  readonly agentId: Id<'agt'>
  readonly taskId: Id<'task'>
}

interface FanOut {
  readonly deliveries: NewDelivery[]
  readonly withdrawn: WithdrawnTask[]
}

export function fanOut(events: readonly EventWithTargets[], now: Date): FanOut {
  const withdrawn = events.flatMap(withdrawnBy)
  const isWithdrawn = ({ agent_id: agentId, subject }: EventRow) =>
    withdrawn.some((task) => task.agentId === agentId && task.taskId === subject)
  const remaining = events.filter((event) => !isWithdrawn(event))
  return { deliveries: remaining.flatMap((event) => deliveriesOf(event, now)), withdrawn }
}

/** End reason of such tasks. */
export const withdrawal = 'answered'

function withdrawnBy({ agent_id: agentId, data }: EventRow): WithdrawnTask[] {
  if (!('taskId' in data) || data.role !== 'client' || data.reason !== withdrawal) return []
  return isId('task', data.taskId) ? [{ agentId, taskId: data.taskId }] : []
}

function deliveriesOf(event: EventWithTargets, now: Date): NewDelivery[] {
  const { agent_id: agentId, data, endpoints, configs } = event
  const taskId = 'taskId' in data && isId('task', data.taskId) ? data.taskId : null
  const common = {
    agent_id: agentId,
    task_id: taskId,
    event_number: event.number,
    event_id: event.id,
    event_kind: event.kind,
    event_at: event.at,
    data: JSON.stringify(data),
    ...queued('auto', now),
  }
  const toWebhooks = endpoints.map((endpoint) => ({
    ...common,
    kind: 'agent' as const,
    endpoint,
    queue: endpoint,
    order_key: taskId === null ? null : `${endpoint}/${taskId}`,
  }))
  const toPushConfigs = configs.map(({ id, host }) => {
    const endpoint = `${taskId}/${agentId}/${id}`
    const queue = `${agentId} ${host}`
    return { ...common, kind: 'push' as const, endpoint, queue, config_id: id, order_key: endpoint }
  })
  return [...toWebhooks, ...(taskId === null ? [] : toPushConfigs)].map((delivery) => ({
    ...delivery,
    id: newId('dlv', now),
  }))
}

/** Where the messages of a webhook go. */
interface Endpoint {
  readonly agent_id: Id<'agt'>
  readonly endpoint: string
}

/** A test message to a webhook endpoint, without an event. */
export function testDelivery({ agent_id: agentId, endpoint }: Endpoint, now: Date): NewDelivery {
  return {
    id: newId('dlv', now),
    kind: 'agent',
    endpoint,
    queue: priorityQueue(endpoint),
    agent_id: agentId,
    event_id: newId('evt', now),
    event_kind: 'webhook.test',
    event_at: now,
    data: JSON.stringify({ agentId }),
    ...queued('test', now),
  }
}

/** Queue of deliveries that a caller waits for; bypasses the backlog of the same address. */
export function priorityQueue(endpoint: string): string {
  return `${endpoint} prompt`
}

function queued<const T extends NewDelivery['trigger']>(trigger: T, now: Date) {
  const counts = { attempt_count: 0, tries: 0 }
  return { trigger, status: 'pending' as const, ...counts, next_attempt_at: now, created_at: now }
}
