import { describe, expect, it } from 'vitest'
import { fanOut, testDelivery, type EventWithTargets } from './fan-out.ts'

const now = new Date('2026-11-15T12:00:00Z')
const taskId = `task_${'0'.repeat(26)}` as const
const agentId = 'agt_1'

function event(number: number, more: Partial<EventWithTargets> = {}, data: object = {}): EventWithTargets {
  const task = {
    taskId,
    contextId: 'ctx_1',
    sequence: number,
    phase: 'working',
    role: 'client',
    by: 'provider',
    action: 'start',
  } as const
  return {
    number: BigInt(number),
    id: `evt_${number}`,
    at: now,
    agent_id: agentId,
    kind: 'task.updated',
    subject: taskId,
    data: { ...task, ...data },
    endpoints: [],
    configs: [],
    ...more,
  }
}

const config = (id: string) => ({ id, host: 'hooks.example.com' })

describe('fanOut', () => {
  it('creates no delivery without a webhook or push config', () => {
    expect(fanOut([event(1)], now)).toEqual({ deliveries: [], withdrawn: [] })
  })

  it('creates one delivery per webhook endpoint and one per push config', () => {
    const targets = { endpoints: [agentId, 'whk_1'], configs: [config('a'), config('b')] }
    const { deliveries } = fanOut([event(1, targets)], now)
    const common = { event_id: 'evt_1', event_number: 1n, status: 'pending', tries: 0, next_attempt_at: now }
    const push = (id: string) => ({
      ...common,
      kind: 'push',
      queue: 'agt_1 hooks.example.com',
      endpoint: `${taskId}/agt_1/${id}`,
      order_key: `${taskId}/agt_1/${id}`,
      task_id: taskId,
      config_id: id,
    })
    const toWebhook = (endpoint: string) => ({
      ...common,
      kind: 'agent',
      endpoint,
      queue: endpoint,
      order_key: `${endpoint}/${taskId}`,
      task_id: taskId,
    })
    expect(deliveries).toMatchObject([toWebhook(agentId), toWebhook('whk_1'), push('a'), push('b')])
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(4)
  })

  it('does not order events without a task', () => {
    const data = { listingId: 'lst_1', status: 'open' }
    const listing = { ...event(1, { endpoints: [agentId], kind: 'listing.updated' }), data }
    expect(fanOut([listing], now).deliveries).toMatchObject([{ order_key: null, task_id: null }])
  })

  it('withdraws deliveries to the client of a task that was answered with a message', () => {
    const targets = { endpoints: [agentId], configs: [config('a')] }
    const provider = event(3, { ...targets, agent_id: 'agt_2' }, { role: 'provider', reason: 'answered' })
    const events = [event(1, targets), event(2, targets, { reason: 'answered' }), provider]
    const { deliveries, withdrawn } = fanOut(events, now)
    expect(withdrawn).toEqual([{ agentId, taskId }])
    expect(deliveries.map(({ event_id: id }) => id)).toEqual(['evt_3', 'evt_3'])
  })
})

describe('testDelivery', () => {
  it('creates a delivery with neither an order nor an event', () => {
    expect(testDelivery({ agent_id: agentId, endpoint: 'whk_1' }, now)).toMatchObject({
      kind: 'agent',
      endpoint: 'whk_1',
      queue: 'whk_1 prompt',
      event_kind: 'webhook.test',
      trigger: 'test',
      data: '{"agentId":"agt_1"}',
    })
  })
})
