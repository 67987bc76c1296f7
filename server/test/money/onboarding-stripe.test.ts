import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { hour } from '../../src/lib/clock.ts'
import { createStripeClient } from '../../src/money/processor/stripe/client.ts'
import { createStripeProcessor } from '../../src/money/processor/stripe/processor.ts'
import { startFakeStripe, type FakeStripe } from '../fixtures/fake-stripe/fake-stripe.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

const webhookSecret = 'whsec_the_one_of_these_tests'

interface Market {
  souk: Souk
  fake: FakeStripe
}

async function startMarket(environment: Record<string, string> = {}): Promise<Market> {
  const config = readConfig({ STRIPE_SECRET_KEY: 'rk_test_fake', ...environment })
  const { settings, stripeOnboarding: onboarding } = config
  let fake: FakeStripe | undefined
  const souk = await startSouk({ settings }, async (clock) => {
    fake = await startFakeStripe({ clock, webhookSecret })
    const imitation = { host: '127.0.0.1', port: fake.port }
    const stripe = await createStripeClient({
      key: 'rk_test_fake',
      fakeServer: imitation,
      maxNetworkRetries: 0,
    })
    const webhookSecrets = [webhookSecret]
    return createStripeProcessor({
      stripe,
      key: 'rk_test_fake',
      book: 'test',
      webhookSecrets,
      onboarding,
      clock,
    })
  })
  if (fake === undefined) throw new Error('the fake Stripe server has not started')
  return { souk, fake }
}

/** A platform without any Stripe approval. */
let fresh: Market
/** A platform with the setting for approved platforms and a default country. */
let early: Market
let ada: Person
let agent: Agent
let as: CallOptions
beforeAll(async () => {
  fresh = await startMarket()
  early = await startMarket({ STRIPE_ONBOARDING: 'transfers-only', PAYOUT_COUNTRY: 'FR' })
})
beforeEach(async () => {
  await enter(fresh)
})
afterEach(() => {
  for (const { souk } of [fresh, early]) expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  for (const { souk, fake } of [fresh, early]) {
    await souk.stop()
    await fake.stop()
  }
})

async function enter({ souk }: Market): Promise<void> {
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: ada.token, agent: agent.id }
}

const start = ({ souk }: Market, country?: string) =>
  souk.call('startOnboarding', country === undefined ? {} : { country }, as)
const state = async ({ souk }: Market) => (await souk.call('getOnboarding', {}, as)).data.onboarding
const countries = ({ fake }: Market) =>
  [...fake.state.accounts.values()].map(({ identity }) => identity?.country)

describe('startOnboarding with a fake Stripe', () => {
  it('opens an account on a platform without approval for transfers only', async () => {
    expect((await start(fresh, 'DE')).status).toBe(200)
    expect(await state(fresh)).toMatchObject({ country: 'DE', problem: null })
  })

  it('has no default country', async () => {
    expect(await state(fresh)).toMatchObject({ status: 'not_started', country: null })
    const response = await start(fresh)
    expect([response.status, response.body]).toMatchObject([
      400,
      { error: expect.stringContaining('"country" is required'), hint: expect.stringContaining('ISO 3166') },
    ])
  })

  it('uses the country of the marketplace if set', async () => {
    await enter(early)
    expect(await state(early)).toMatchObject({ status: 'not_started', country: 'FR' })
  })

  it('shows the message of Stripe without ids and opens the account once Stripe allows it', async () => {
    await enter(early)
    const refused = await start(early)
    const message = 'Your platform needs approval to request `transfers` without `card_payments`.'
    expect([refused.status, refused.body]).toMatchObject([422, { error: expect.stringContaining(message) }])
    expect(JSON.stringify(refused.body)).not.toContain('Stripe')
    expect(await state(early)).toMatchObject({ status: 'not_started', problem: message })
    early.fake.state.platform.mayTransferOnly = true
    expect((await start(early)).status).toBe(200)
    expect(await state(early)).toMatchObject({ country: 'FR', problem: null })
  })

  it('replaces a country that Stripe refused', async () => {
    const before = countries(fresh).length
    const refused = await start(fresh, 'ZZ')
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      'The payment processor refused the request: Accounts in ZZ cannot be opened by your platform [id].',
    ])
    expect((await start(fresh, 'ZZ')).status).toBe(422)
    expect((await start(fresh, 'GB')).status).toBe(200)
    expect(countries(fresh).slice(before)).toEqual(['GB'])
    expect(await state(fresh)).toMatchObject({ country: 'GB', problem: null })
  })

  it('keeps the country of an open account', async () => {
    await start(fresh, 'GB')
    const changed = await start(fresh, 'DE')
    expect([changed.status, changed.body['error']]).toEqual([409, expect.stringContaining('must be GB')])
    expect((await start(fresh)).status).toBe(200)
    expect((await start(fresh, 'GB')).status).toBe(200)
  })

  it('waits for a pending attempt before it opens an account in another country', async () => {
    const before = countries(fresh).length
    fresh.fake.break('reset_after', { times: 2 })
    expect((await start(fresh, 'GB')).status).toBe(503)
    const other = await start(fresh, 'DE')
    expect([other.status, other.body['error']]).toEqual([409, expect.stringContaining('is still pending')])
    expect((await start(fresh, 'GB')).status).toBe(200)
    expect(countries(fresh).slice(before)).toEqual(['GB'])
  })

  it('abandons an attempt without a result after an hour', async () => {
    fresh.fake.break('saved_500')
    expect((await start(fresh, 'GB')).status).toBe(503)
    expect((await start(fresh, 'GB')).status).toBe(503)
    fresh.souk.clock.advance(hour)
    expect((await start(fresh, 'DE')).status).toBe(200)
    expect(await state(fresh)).toMatchObject({ country: 'DE' })
  })

  it('stores an account even if its onboarding page is refused', async () => {
    const before = countries(fresh).length
    fresh.fake.break('refuse', { path: '/v2/core/account_links' })
    const refused = await start(fresh, 'GB')
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      expect.stringContaining('Refused for a test'),
    ])
    expect(await state(fresh)).toMatchObject({ country: 'GB', problem: 'Refused for a test.' })
    expect((await start(fresh)).status).toBe(200)
    expect(countries(fresh).slice(before)).toEqual(['GB'])
  })
})
