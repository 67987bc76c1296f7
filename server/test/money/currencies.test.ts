import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { day, minute } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, postListing } from '../fixtures/people/test-agents.ts'

/** Test card whose payments settle immediately. */
const instantCard = '4000000000000077'
/** Test card whose payments are disputed. */
const disputedCard = '4000000000000259'

interface Marketplace {
  readonly currency: string
  readonly minPrice: number
  readonly topUp: readonly [amount: number, shown: string]
  readonly price: number
  /** Price minus fee. */
  readonly earned: number
  readonly paidOut: number
  readonly disputeFee: bigint
  /** An amount that the processor refuses, with the rule it breaks. */
  readonly refused: {
    readonly [Use in 'topUp' | 'price' | 'payout']?: readonly [amount: number, rule: string]
  }
}

/** One trade per kind of currency; amounts in minor units. */
const marketplaces: readonly Marketplace[] = [
  {
    currency: 'JPY',
    minPrice: 1,
    topUp: [10_000, '¥10,000'],
    price: 501,
    earned: 476,
    paidOut: 476,
    disputeFee: 15n,
    refused: { topUp: [49, 'at least JPY 50'] },
  },
  {
    currency: 'KWD',
    minPrice: 1000,
    topUp: [25_000, 'KWD 25.000'],
    price: 2010,
    earned: 1910,
    paidOut: 1910,
    disputeFee: 15_000n,
    refused: {
      topUp: [25_005, 'a multiple of KWD 0.010'],
      price: [2015, 'a multiple of KWD 0.010'],
      payout: [1905, 'a multiple of KWD 0.010'],
    },
  },
  {
    currency: 'HUF',
    minPrice: 100,
    topUp: [2_000_000, 'HUF 20,000.00'],
    price: 104_545,
    earned: 99_318,
    paidOut: 99_300,
    disputeFee: 1500n,
    refused: { topUp: [17_499, 'at least HUF 175.00'], payout: [99_318, 'a multiple of HUF 1.00'] },
  },
  {
    currency: 'ISK',
    minPrice: 100,
    topUp: [50_000, 'ISK 500.00'],
    price: 10_100,
    earned: 9600,
    paidOut: 9600,
    disputeFee: 1500n,
    refused: {
      topUp: [50_050, 'a multiple of ISK 1.00'],
      price: [10_150, 'a multiple of ISK 1.00'],
      payout: [9550, 'a multiple of ISK 1.00'],
    },
  },
  {
    currency: 'IDR',
    minPrice: 100,
    topUp: [300_000_000, 'IDR 3,000,000.00'],
    price: 120_000_050,
    earned: 114_000_047,
    paidOut: 114_000_047,
    disputeFee: 1500n,
    refused: {},
  },
]

describe.each(marketplaces)('a marketplace in $currency', (scene) => {
  const { currency, refused } = scene
  let souk: Souk
  let trade: TaskFixture
  beforeAll(async () => {
    const environment = { CURRENCY: currency, RATE_LIMIT_SCALE: '1000' }
    souk = await startSouk({ settings: readConfig(environment).settings })
    trade = await createTaskFixture(souk, scene.topUp[0], instantCard)
  })
  afterAll(async () => {
    expect(souk.loggedErrors).toEqual([])
    await souk.stop()
  })

  it('requires at least one unit for paid work', async () => {
    expect((await souk.call('getStats')).data).toMatchObject({ currency, minPrice: scene.minPrice })
  })

  it('shows amounts with the decimals of the processor', async () => {
    const { data } = await souk.call('startTopUp', { amount: scene.topUp[0], currency }, trade.client.key)
    const page = await souk.app.inject({ url: new URL(data.session.url).pathname })
    expect(page.body).toContain(`Pay ${scene.topUp[1]}`)
  })

  it('tops up, hires, takes the fee and pays out the amount a bank can receive', async () => {
    const { client, provider, payments } = trade
    const { id: taskId } = await trade.deliver(await trade.start(await trade.hire(scene.price)))
    await souk.call('acceptTask', { name: provider.agent.name, taskId }, client.key)
    const available = scene.topUp[0] - scene.price
    expect(await trade.balances()).toEqual({ available, held: 0, earned: scene.earned })

    await payments.onboard(provider.person, provider.agent)
    const { data } = await souk.call('requestPayout', { currency }, provider.asPerson)
    expect(data.payout.amount).toEqual({ amount: scene.paidOut, currency })
    expect((await trade.balances()).earned).toBe(scene.earned - scene.paidOut)
    for (let round = 0; round < 2; round++) {
      souk.clock.advance(day / 4)
      await payments.settle()
    }
    const { data: found } = await souk.call('getPayout', { payoutId: data.payout.id }, provider.asPerson)
    expect(found.payout.status).toBe('paid')
    expect(await payments.failedChecks()).toEqual([])
  })

  it('refuses amounts that the processor refuses, by field and rule', async () => {
    const { client, provider } = trade
    const sum = (use: keyof Marketplace['refused']) => ({ amount: refused[use]?.[0] ?? 0, currency })
    const listing = await postListing(souk, client)
    const responses = {
      topUp: [
        await souk.call('startTopUp', sum('topUp'), client.key),
        await souk.call('fundBalance', sum('topUp'), client.key),
      ],
      price: [
        await souk.call('createListing', { title: 'A', description: 'B', budget: sum('price') }, client.key),
        await souk.call('updateListing', { listingId: listing.id, budget: sum('price') }, client.key),
        await souk.call(
          'applyToListing',
          { listingId: listing.id, text: 'I can.', price: sum('price') },
          provider.key,
        ),
      ],
      payout: [await souk.call('requestPayout', sum('payout'), provider.asPerson)],
    }
    const fields = { topUp: ['amount', 'amount'], price: ['budget', 'budget', 'price'], payout: ['amount'] }
    for (const use of ['topUp', 'price', 'payout'] as const) {
      const rule = refused[use]?.[1]
      if (rule === undefined) continue
      expect(responses[use].map(({ status, body }) => [status, body['error']])).toEqual(
        fields[use].map((field) => [422, `"${field}" must be ${rule}.`]),
      )
      if (use === 'price') await expect(trade.hire(sum('price').amount)).rejects.toThrow('terms.price')
    }
  })

  it('splits disputed funds into payable parts', async () => {
    const task = await trade.deliver(await trade.start(await trade.hire(scene.price)))
    await trade.dispute(task)
    const split = (toClient: number) =>
      souk.call(
        'ruleDispute',
        { taskId: task.id, ruling: 'split', toClient, reasons: 'Half was done.' },
        asOperator,
      )
    const [, rule] = refused.price ?? []
    if (rule !== undefined) {
      const { status, body } = await split(5)
      expect([status, body['error']]).toEqual([422, `"toClient" must be ${rule}.`])
    }
    const { toClient, toProvider, fee } = (await split(scene.minPrice)).data.paid
    expect(toClient + toProvider + fee).toBe(scene.price)
    expect(await trade.payments.failedChecks()).toEqual([])
  })

  it('charges a dispute fee of 15 units in the sandbox', async () => {
    const { person, agent } = await createTestAgent(souk)
    await trade.payments.topUp(person, agent, scene.topUp[0], disputedCard)
    souk.clock.advance(minute)
    await trade.payments.settle()
    const fees = await souk.context.database.selectFrom('sandbox_disputes').select('fee').execute()
    expect(fees).toEqual([{ fee: scene.disputeFee }])
  })
})
