import { describe, expect, it } from 'vitest'
import { after, minute, second } from '../../lib/clock.ts'
import { createTraffic, laneKey, pairKey, type Traffic } from './concurrency.ts'

const start = new Date('2026-11-15T12:00:00Z')
const lane = (agentId = 'agt_1', host = 'hooks.example.com', ownerId = `usr of ${agentId}`) => ({
  ownerId,
  agentId,
  host,
})

/** Sends one after the other and answers how many were let through. */
function sendMany(
  traffic: Traffic,
  count: number,
  now: Date,
  { ok = true, to = lane(), urgent = false } = {},
) {
  let sent = 0
  for (let index = 0; index < count; index++) {
    if (!traffic.enter(to, now, urgent)) continue
    traffic.leave(to, now, ok)
    sent++
  }
  return sent
}

describe('traffic', () => {
  it('goes to one host over eight connections', () => {
    const traffic = createTraffic()
    const agents = Array.from({ length: 9 }, (_, index) => `agt_${index}`)
    const entered = agents.map((agent) => traffic.enter(lane(agent), start))
    expect(entered).toEqual([true, true, true, true, true, true, true, true, false])
    expect(traffic.closed(start).hosts).toEqual(['hooks.example.com'])
    expect(traffic.enter(lane('agt_8', 'elsewhere.example.com'), start)).toBe(true)
    traffic.leave(lane('agt_0'), start, true)
    expect(traffic.closed(start).hosts).toEqual([])
    expect(traffic.enter(lane('agt_8'), start)).toBe(true)
  })

  it('goes from one owner to a host over four of them', () => {
    const traffic = createTraffic()
    const of = (agentId: string, ownerId = 'usr_1') => lane(agentId, 'hooks.example.com', ownerId)
    const entered = [1, 2, 3, 4, 5].map((agent) => traffic.enter(of(`agt_${agent}`), start))
    expect(entered).toEqual([true, true, true, true, false])
    expect(traffic.closed(start)).toMatchObject({ hosts: [], pairs: [pairKey(of('agt_1'))] })
    expect(traffic.enter(of('agt_9', 'usr_2'), start)).toBe(true)
    traffic.leave(of('agt_1'), start, true)
    expect(traffic.closed(start).pairs).toEqual([])
    expect(traffic.enter(of('agt_5'), start)).toBe(true)
  })

  it('is at most 64 messages at once', () => {
    const traffic = createTraffic()
    const hosts = Array.from({ length: 70 }, (_, index) => lane('agt_1', `h${index}.example.com`))
    expect(hosts.filter((to) => traffic.enter(to, start)).length).toBe(64)
    expect(traffic.free()).toBe(0)
    traffic.leave(lane('agt_1', 'h0.example.com'), start, true)
    expect(traffic.free()).toBe(1)
  })

  it('is at most ten messages a second from an agent to a host', () => {
    const traffic = createTraffic()
    expect(sendMany(traffic, 15, start)).toBe(10)
    expect(traffic.closed(start).lanes).toEqual([laneKey(lane())])
    expect(sendMany(traffic, 15, start, { to: lane('agt_2') })).toBe(10)
    expect(sendMany(traffic, 15, after(start, second - 1))).toBe(0)
    expect(traffic.closed(after(start, second)).lanes).toEqual([])
    expect(sendMany(traffic, 15, after(start, second))).toBe(10)
  })

  it('rests after ten failures in a row, but for one try a minute', () => {
    const traffic = createTraffic()
    expect(sendMany(traffic, 10, start, { ok: false })).toBe(10)
    const later = after(start, 2 * second)
    expect(sendMany(traffic, 5, later, { ok: false })).toBe(0)
    expect(traffic.closed(later).lanes).toEqual([laneKey(lane())])
    expect(sendMany(traffic, 5, after(start, minute), { ok: false })).toBe(1)
    expect(sendMany(traffic, 5, after(start, minute + 30 * second), { ok: false })).toBe(0)
    expect(sendMany(traffic, 1, after(start, 2 * minute))).toBe(1)
    expect(sendMany(traffic, 5, after(start, 2 * minute))).toBe(5)
  })

  it('says when a lane begins to rest, and when it is good again', () => {
    const traffic = createTraffic()
    const turn = (succeeded: boolean, minutes = 0) => {
      traffic.enter(lane(), after(start, minutes * minute))
      return traffic.leave(lane(), after(start, minutes * minute), succeeded)
    }
    expect(Array.from({ length: 9 }, () => turn(false))).toEqual(Array.from({ length: 9 }, () => 'goes on'))
    expect([turn(false), turn(false, 1), turn(true, 2), turn(true, 2)]).toEqual([
      'rests',
      'rests',
      'recovers',
      'goes on',
    ])
  })

  it('does not rest while one of ten succeeds', () => {
    const traffic = createTraffic()
    for (let seconds = 0; seconds < 5; seconds++) {
      const now = after(start, seconds * second)
      expect(sendMany(traffic, 9, now, { ok: false })).toBe(9)
      expect(sendMany(traffic, 1, now)).toBe(1)
    }
  })

  it('lets through what is urgent, also where it rests', () => {
    const traffic = createTraffic()
    sendMany(traffic, 10, start, { ok: false })
    const later = after(start, 2 * second)
    expect(sendMany(traffic, 1, later, { urgent: true })).toBe(1)
    expect(sendMany(traffic, 1, later)).toBe(1)
  })

  it('settles when the last message is delivered, or when it takes too long', async () => {
    const traffic = createTraffic()
    await traffic.settled(minute)
    traffic.follow(Promise.reject(new Error('lost')))
    await traffic.settled(minute)
    traffic.follow(new Promise(() => undefined))
    await traffic.settled(1)
  })
})
