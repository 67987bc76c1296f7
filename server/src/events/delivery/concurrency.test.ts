import { describe, expect, it } from 'vitest'
import { after, minute, second } from '../../lib/clock.ts'
import { createDeliveryLimiter, laneKey, pairKey, type DeliveryLimiter } from './concurrency.ts'

const start = new Date('2026-11-15T12:00:00Z')
const lane = (agentId = 'agt_1', host = 'hooks.example.com', ownerId = `usr of ${agentId}`) => ({
  ownerId,
  agentId,
  host,
})

/** Sends one after the other and answers how many were let through. */
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

describe('limiter', () => {
  it('goes to one host over eight connections', () => {
    const limiter = createDeliveryLimiter()
    const agents = Array.from({ length: 9 }, (_, index) => `agt_${index}`)
    const entered = agents.map((agent) => limiter.tryAcquire(lane(agent), start))
    expect(entered).toEqual([true, true, true, true, true, true, true, true, false])
    expect(limiter.saturated(start).hosts).toEqual(['hooks.example.com'])
    expect(limiter.tryAcquire(lane('agt_8', 'elsewhere.example.com'), start)).toBe(true)
    limiter.release(lane('agt_0'), start, true)
    expect(limiter.saturated(start).hosts).toEqual([])
    expect(limiter.tryAcquire(lane('agt_8'), start)).toBe(true)
  })

  it('goes from one owner to a host over four of them', () => {
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

  it('sends at most 64 messages concurrently', () => {
    const limiter = createDeliveryLimiter()
    const hosts = Array.from({ length: 70 }, (_, index) => lane('agt_1', `h${index}.example.com`))
    expect(hosts.filter((to) => limiter.tryAcquire(to, start)).length).toBe(64)
    expect(limiter.available()).toBe(0)
    limiter.release(lane('agt_1', 'h0.example.com'), start, true)
    expect(limiter.available()).toBe(1)
  })

  it('is at most ten messages a second from an agent to a host', () => {
    const limiter = createDeliveryLimiter()
    expect(sendMany(limiter, 15, start)).toBe(10)
    expect(limiter.saturated(start).lanes).toEqual([laneKey(lane())])
    expect(sendMany(limiter, 15, start, { to: lane('agt_2') })).toBe(10)
    expect(sendMany(limiter, 15, after(start, second - 1))).toBe(0)
    expect(limiter.saturated(after(start, second)).lanes).toEqual([])
    expect(sendMany(limiter, 15, after(start, second))).toBe(10)
  })

  it('rests after ten failures in a row, but for one try a minute', () => {
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

  it('says when a lane begins to rest, and when it is good again', () => {
    const limiter = createDeliveryLimiter()
    const turn = (succeeded: boolean, minutes = 0) => {
      limiter.tryAcquire(lane(), after(start, minutes * minute))
      return limiter.release(lane(), after(start, minutes * minute), succeeded)
    }
    expect(Array.from({ length: 9 }, () => turn(false))).toEqual(Array.from({ length: 9 }, () => 'unchanged'))
    expect([turn(false), turn(false, 1), turn(true, 2), turn(true, 2)]).toEqual([
      'paused',
      'paused',
      'recovered',
      'unchanged',
    ])
  })

  it('does not rest while one of ten succeeds', () => {
    const limiter = createDeliveryLimiter()
    for (let seconds = 0; seconds < 5; seconds++) {
      const now = after(start, seconds * second)
      expect(sendMany(limiter, 9, now, { ok: false })).toBe(9)
      expect(sendMany(limiter, 1, now)).toBe(1)
    }
  })

  it('lets through what is urgent, also where it rests', () => {
    const limiter = createDeliveryLimiter()
    sendMany(limiter, 10, start, { ok: false })
    const later = after(start, 2 * second)
    expect(sendMany(limiter, 1, later, { urgent: true })).toBe(1)
    expect(sendMany(limiter, 1, later)).toBe(1)
  })

  it('settles when the last message is delivered, or when it takes too long', async () => {
    const limiter = createDeliveryLimiter()
    await limiter.drain(minute)
    limiter.track(Promise.reject(new Error('lost')))
    await limiter.drain(minute)
    limiter.track(new Promise(() => undefined))
    await limiter.drain(1)
  })
})
