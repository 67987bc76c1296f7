import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createStripeClient } from '../../../src/money/processor/stripe/client.ts'
import { destinations } from '../../../src/money/processor/stripe/destinations.ts'
import { createStripeProcessor } from '../../../src/money/processor/stripe/processor.ts'
import { startFakeStripe, type FakeStripe } from '../../fixtures/fake-stripe/fake-stripe.ts'
import { allDestinations, newPlatform } from '../../fixtures/fake-stripe/platform.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'

const operatorToken = 'a-token-of-an-operator-that-is-long-enough'
const origin = 'https://souk.example.com'
const key = 'rk_test_fake'
const webhookSecrets = ['whsec_one', 'whsec_two', 'whsec_three']

let souk: Souk
let fake: FakeStripe
beforeAll(async () => {
  const { settings } = readConfig({ STRIPE_SECRET_KEY: key, BASE_URL: origin })
  souk = await startSouk({ settings, operatorToken, stripeWebhookSecrets: webhookSecrets }, async (clock) => {
    fake = await startFakeStripe({ clock, webhookSecret: 'whsec_one' })
    const imitation = { host: '127.0.0.1', port: fake.port }
    const stripe = await createStripeClient({ key, fakeServer: imitation, maxNetworkRetries: 0 })
    return createStripeProcessor({ stripe, key, book: 'test', webhookSecrets, clock })
  })
})
beforeEach(() => {
  Object.assign(fake.state.platform, newPlatform(), { destinations: allDestinations(origin) })
})
afterAll(async () => {
  await souk.stop()
  await fake.stop()
})

interface Check {
  name: string
  state: string
  detail: string
  nextStep?: string
}

async function checks(): Promise<Check[]> {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const response = await souk.app.inject({ method: 'GET', url: '/api/admin/doctor', headers })
  expect(response.statusCode).toBe(200)
  const all: Check[] = response.json().data.checks
  return all.filter(({ name }) => name.startsWith('Stripe'))
}

const problems = async () => (await checks()).filter(({ state }) => state !== 'ok')

describe('souk doctor against a fake Stripe', () => {
  it('reports no problem for an account set up as in docs/payments.md', async () => {
    expect(await problems()).toEqual([])
    expect((await checks()).map(({ name }) => name)).toEqual([
      'Stripe key',
      'Stripe permissions',
      'Stripe Connect',
      'Stripe account',
      'Stripe currency',
      ...destinations.map(({ name }) => `Stripe events: ${name}`),
      'Stripe webhook secrets',
    ])
  })

  it('changes nothing', async () => {
    const before = fake.requests.length
    await checks()
    expect(new Set(fake.requests.slice(before).map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('lists missing permissions by their dashboard names and never prints the key', async () => {
    fake.break('forbid', { method: 'GET', path: '/v1/disputes' })
    fake.break('forbid', { method: 'GET', path: '/v1/transfers' })
    const found = await problems()
    expect(found).toMatchObject([{ name: 'Stripe permissions', state: 'error' }])
    expect(found[0]?.detail).toContain('Core › Disputes: Write, Connect › Transfers: Write')
    expect(found[0]?.detail).toContain('rak_some_thing_read')
    expect(found[0]?.detail).not.toContain('rk_test')
  })

  it('reports that Connect is disabled', async () => {
    fake.state.platform.hasConnect = false
    expect(await problems()).toMatchObject([
      {
        name: 'Stripe Connect',
        state: 'error',
        detail: expect.stringContaining('not signed up for Connect'),
      },
    ])
  })

  it('reports an account that cannot charge cards or settles in another currency', async () => {
    fake.state.platform.account.charges_enabled = false
    fake.state.platform.account.default_currency = 'eur'
    expect(await problems()).toMatchObject([
      { name: 'Stripe account', state: 'error' },
      { name: 'Stripe currency', state: 'error', detail: 'The balance settles in EUR, and CURRENCY is USD.' },
    ])
  })

  it.each<[string, (index: number) => void, RegExp]>([
    ['is missing', (index) => void fake.state.platform.destinations.splice(index, 1), /No event destination/],
    ['is disabled', (index) => change(index, { status: 'disabled' }), /is disabled/],
    ['comes from elsewhere', (index) => change(index, { events_from: ['@unknown'] }), /sends no events from/],
    ['lacks an event', (index) => change(index, { enabled_events: [] }), /does not send/],
  ])('reports which destination %s', async (_case, spoil, detail) => {
    for (const [index, { name }] of destinations.entries()) {
      fake.state.platform.destinations = allDestinations(origin)
      spoil(index)
      const found = await problems()
      expect(found).toMatchObject([{ name: `Stripe events: ${name}`, state: 'error' }])
      expect(found[0]?.detail).toMatch(detail)
    }
  })

  it('reports snapshots of another API version and destinations with the wrong event kind', async () => {
    change(0, { snapshot_api_version: '2024-06-20' })
    change(2, { event_payload: 'snapshot' })
    expect(await problems()).toMatchObject([
      { name: 'Stripe events: account', detail: expect.stringContaining('2024-06-20') },
      { name: 'Stripe events: accounts v2', detail: expect.stringContaining('does not send thin events') },
    ])
  })

  it('reports that Stripe is unreachable', async () => {
    fake.break('reset_before', { method: 'GET', times: 2 })
    expect(await problems()).toMatchObject([{ name: 'Stripe', state: 'error' }])
  })
})

function change(index: number, changes: object): void {
  Object.assign(fake.state.platform.destinations[index] ?? {}, changes)
}
