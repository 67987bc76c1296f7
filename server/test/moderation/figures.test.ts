import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { applyTo, createTestAgent, postListing } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const accepted = async (amount: number) => {
  const { id: taskId } = await trade.deliver(await trade.start(await trade.hire(amount)))
  await souk.call('acceptTask', { name: trade.provider.agent.name, taskId }, trade.client.key)
}

describe('getFigures', () => {
  it('counts volume, fees, disputes and refunds by day, and for the whole period', async () => {
    await accepted(10_000)
    souk.clock.advance(hour)
    const disputed = await trade.dispute(await trade.deliver(await trade.hire(5000)))
    const ruling = { taskId: disputed.id, ruling: 'refund', reasons: 'No.' } as const
    await souk.call('ruleDispute', ruling, asOperator)
    souk.clock.advance(day)
    await accepted(2000)
    souk.clock.advance(1)
    const from = '2026-11-15T00:00:00Z'
    const { currency, series, total } = (await souk.call('getFigures', { from }, asOperator)).data
    expect(currency).toBe('USD')
    expect(series).toMatchObject([
      {
        start: '2026-11-15T00:00:00.000Z',
        volume: 10_000,
        fees: 500,
        takeRate: 0.05,
        tasks: 1,
        clients: 1,
        providers: 1,
        disputeRate: 0.5,
        refundRate: 0.3333,
      },
      { start: '2026-11-16T00:00:00.000Z', volume: 2000, fees: 100, tasks: 1, disputeRate: 0, refundRate: 0 },
    ])
    expect(total).toMatchObject({ volume: 12_000, fees: 600, tasks: 2, clients: 1, disputeRate: 0.3333 })
    expect(total.signUps).toBe(series.reduce((sum, { signUps }) => sum + signUps, 0))
    const metrics = (await souk.app.inject('/metrics')).body
    expect(metrics).toContain('souk_market{figure="volume"} 2000')
    expect(metrics).toContain('souk_market{figure="take_rate"} 0.05')
    expect(metrics).not.toContain('seconds_to_application')
  })

  it('measures the time from a publication to the first application', async () => {
    const listing = await postListing(souk, trade.client)
    souk.clock.advance(hour)
    const [first, second] = [await createTestAgent(souk), await createTestAgent(souk)]
    await applyTo(souk, first, listing)
    souk.clock.advance(hour)
    await applyTo(souk, second, listing)
    souk.clock.advance(1)
    const { total } = (await souk.call('getFigures', {}, asOperator)).data
    expect(total.timeToApplication).toBe(3600)
  })

  it('returns an entry for every interval, even without activity', async () => {
    const input = { from: '2026-01-01T00:00:00Z', to: '2026-04-01T00:00:00Z', interval: 'month' } as const
    const { series } = (await souk.call('getFigures', input, asOperator)).data
    expect(series.map(({ start, volume }) => [start.slice(0, 10), volume])).toEqual([
      ['2026-01-01', 0],
      ['2026-02-01', 0],
      ['2026-03-01', 0],
    ])
    const long = await souk.call('getFigures', { from: '2020-01-01T00:00:00Z' }, asOperator)
    expect(long.status).toBe(422)
  })
})

describe('getCohorts', () => {
  it('counts who paid or earned in each month since the registration', async () => {
    const market = await startSouk()
    const { client, provider, payments, deliver, hire } = await createTaskFixture(market)
    await market.person()
    const trades = async () => {
      const { id: taskId } = await deliver(await hire(1000))
      await market.call('acceptTask', { name: provider.agent.name, taskId }, client.key)
    }
    await trades()
    market.clock.advance(31 * day)
    const late = await market.person()
    await payments.topUp(late, await market.agent(late), 5000)
    market.clock.advance(31 * day)
    await trades()
    const { cohorts } = (await market.call('getCohorts', { months: 4 }, asOperator)).data
    expect(cohorts.map(({ month, active }) => [month, active])).toEqual([
      ['2026-10', [0, 0, 0, 0]],
      ['2026-11', [2, 0, 2]],
      ['2026-12', [0, 0]],
      ['2027-01', [0]],
    ])
    expect(cohorts.map(({ people }) => people)).toEqual([0, 3, 1, 0])
    expect((await market.call('getCohorts', { months: 25 }, asOperator)).status).toBe(400)
    await market.stop()
  })
})

describe('getMarketHealth', () => {
  it('lists queues with their lag, and the size of the database', async () => {
    await souk.person()
    const { now } = { now: souk.clock.now() }
    await souk.work(['verifications'])
    souk.clock.advance(5000)
    const { data } = await souk.call('getMarketHealth', {}, asOperator)
    const queue = data.queues.find(({ name }) => name === 'events')
    expect(queue?.waiting).toBeGreaterThan(0)
    expect(queue?.lateSeconds).toBeGreaterThanOrEqual(5)
    expect(data.queues.map(({ name }) => name)).toContain('timeouts')
    await souk.work(['nodes'])
    const { nodes, errorRate } = (await souk.call('getMarketHealth', {}, asOperator)).data
    expect(nodes).toMatchObject([{ version: data.version, errors: 0 }])
    expect(nodes[0]?.requests).toBeGreaterThan(0)
    expect(errorRate).toBe(0)
    souk.clock.advance(61_000)
    expect((await souk.call('getMarketHealth', {}, asOperator)).data.nodes).toEqual([])
    expect(data.databaseBytes).toBeGreaterThan(1_000_000)
    expect(data).toMatchObject({ storageFull: false, slowest: null })
    expect(data.verifications.map(({ kind }) => kind)).toEqual(['ledger', 'audit', 'processor'])
    expect(data.verifications.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(data.verifications[0]?.startedAt).toBe(now.toISOString())
  })
})
