import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { after, minute, second } from '../../lib/clock.ts'
import { createDeliveryLimiter, laneKey, pairKey, type DeliveryLimiter } from './delivery-limiter.ts'

const start = new Date('2026-11-15T12:00:00Z')
const lane = (agentId = 'agt_1', host = 'hooks.example.com', ownerId = `usr of ${agentId}`) => ({
  ownerId,
  agentId,
  host,
})

/** Sends one after the other and returns how many were admitted. */
function sendMany(
  limiter: DeliveryLimiter,
  count: number,
  now: Date,
  { ok = true, to = lane(), urgent = false } = {},
) {
  let sent = 0
  for (let index = 0; index < count; index++) {
    if (!limiter.tryAcquire(to, now, urgent)) continue
    limiter.release(to, now, ok)
    sent++
  }
  return sent
}

describe('createDeliveryLimiter', () => {
  it('admits eight concurrent deliveries per host', () => {
    const limiter = createDeliveryLimiter()
    const agents = Array.from({ length: 9 }, (_, index) => `agt_${index}`)
    const acquired = agents.map((agent) => limiter.tryAcquire(lane(agent), start))
    expect(acquired).toEqual([true, true, true, true, true, true, true, true, false])
    expect(limiter.saturated(start).hosts).toEqual(['hooks.example.com'])
    expect(limiter.tryAcquire(lane('agt_8', 'elsewhere.example.com'), start)).toBe(true)
    limiter.release(lane('agt_0'), start, true)
    expect(limiter.saturated(start).hosts).toEqual([])
    expect(limiter.tryAcquire(lane('agt_8'), start)).toBe(true)
  })

  it('admits four concurrent deliveries per owner and host', () => {
    const limiter = createDeliveryLimiter()
    const of = (agentId: string, ownerId = 'usr_1') => lane(agentId, 'hooks.example.com', ownerId)
    const entered = [1, 2, 3, 4, 5].map((agent) => limiter.tryAcquire(of(`agt_${agent}`), start))
    expect(entered).toEqual([true, true, true, true, false])
    expect(limiter.saturated(start)).toMatchObject({ hosts: [], pairs: [pairKey(of('agt_1'))] })
    expect(limiter.tryAcquire(of('agt_9', 'usr_2'), start)).toBe(true)
    limiter.release(of('agt_1'), start, true)
    expect(limiter.saturated(start).pairs).toEqual([])
    expect(limiter.tryAcquire(of('agt_5'), start)).toBe(true)
  })

  it('admits 64 concurrent deliveries', () => {
    const limiter = createDeliveryLimiter()
    const hosts = Array.from({ length: 70 }, (_, index) => lane('agt_1', `h${index}.example.com`))
    expect(hosts.filter((to) => limiter.tryAcquire(to, start)).length).toBe(64)
    expect(limiter.available()).toBe(0)
    limiter.release(lane('agt_1', 'h0.example.com'), start, true)
    expect(limiter.available()).toBe(1)
  })

  it('admits ten deliveries per second from an agent to a host', () => {
    const limiter = createDeliveryLimiter()
    expect(sendMany(limiter, 15, start)).toBe(10)
    expect(limiter.saturated(start).lanes).toEqual([laneKey(lane())])
    expect(sendMany(limiter, 15, start, { to: lane('agt_2') })).toBe(10)
    expect(sendMany(limiter, 15, after(start, second - 1))).toBe(0)
    expect(limiter.saturated(after(start, second)).lanes).toEqual([])
    expect(sendMany(limiter, 15, after(start, second))).toBe(10)
  })

  it('pauses a lane after ten consecutive failures, except for one probe per minute', () => {
    const limiter = createDeliveryLimiter()
    expect(sendMany(limiter, 10, start, { ok: false })).toBe(10)
    const later = after(start, 2 * second)
    expect(sendMany(limiter, 5, later, { ok: false })).toBe(0)
    expect(limiter.saturated(later).lanes).toEqual([laneKey(lane())])
    expect(sendMany(limiter, 5, after(start, minute), { ok: false })).toBe(1)
    expect(sendMany(limiter, 5, after(start, minute + 30 * second), { ok: false })).toBe(0)
    expect(sendMany(limiter, 1, after(start, 2 * minute))).toBe(1)
    expect(sendMany(limiter, 5, after(start, 2 * minute))).toBe(5)
  })

  it('reports when a lane pauses and when it recovers', () => {
    const limiter = createDeliveryLimiter()
    const attempt = (succeeded: boolean, minutes = 0) => {
      limiter.tryAcquire(lane(), after(start, minutes * minute))
      return limiter.release(lane(), after(start, minutes * minute), succeeded)
    }
    expect(Array.from({ length: 9 }, () => attempt(false))).toEqual(
      Array.from({ length: 9 }, () => 'unchanged'),
    )
    expect([attempt(false), attempt(false, 1), attempt(true, 2), attempt(true, 2)]).toEqual([
      'paused',
      'paused',
      'recovered',
      'unchanged',
    ])
  })

  it('does not pause a lane while one of ten deliveries succeeds', () => {
    const limiter = createDeliveryLimiter()
    for (let seconds = 0; seconds < 5; seconds++) {
      const now = after(start, seconds * second)
      expect(sendMany(limiter, 9, now, { ok: false })).toBe(9)
      expect(sendMany(limiter, 1, now)).toBe(1)
    }
  })

  it('admits urgent deliveries to a paused lane', () => {
    const limiter = createDeliveryLimiter()
    sendMany(limiter, 10, start, { ok: false })
    const later = after(start, 2 * second)
    expect(sendMany(limiter, 1, later, { urgent: true })).toBe(1)
    expect(sendMany(limiter, 1, later)).toBe(1)
  })

  it('drains when every delivery in flight has ended, failed ones included', async () => {
    const limiter = createDeliveryLimiter()
    await limiter.drain(minute)
    let send = () => {}
    limiter.track(new Promise<void>((resolve) => (send = resolve)))
    limiter.track(Promise.reject(new Error('lost')))
    const drained = limiter.drain(minute).then(() => 'drained')
    expect(await Promise.race([drained, delay(10, 'waiting')])).toBe('waiting')
    send()
    expect(await drained).toBe('drained')
  })

  it('drains after the limit although a delivery is in flight', async () => {
    const limiter = createDeliveryLimiter()
    limiter.track(new Promise(() => undefined))
    await limiter.drain(1)
  })
})
