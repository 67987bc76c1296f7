import type { Agent, Payout } from 'souk-contract'
import { readConfig } from '../../../../src/config/config.ts'
import { post } from '../../../../src/money/ledger/post.ts'
import { reconcile } from '../../../../src/money/ledger/reconcile.ts'
import { hold, settle } from '../../../../src/money/ledger/recipes.ts'
import { hour } from '../../../../src/lib/clock.ts'
import { createStripeClient } from '../../../../src/money/processor/stripe/client.ts'
import { createStripeProcessor } from '../../../../src/money/processor/stripe/processor.ts'
import { idOf } from '../../../fixtures/money/payment-actions.ts'
import { startFakeStripe, type FakeStripe } from '../../../fixtures/fake-stripe/fake-stripe.ts'
import { fail } from '../../../fixtures/fail.ts'
import { startSouk, type Souk } from '../../../fixtures/harness.ts'
import type { CallOptions } from '../../../fixtures/operations.ts'

const webhookSecret = 'whsec_the_one_of_these_tests'

/** A provider with earnings and a payout account in a country. */
export interface Provider {
  readonly as: CallOptions
  readonly accountRef: string
}

/** A server that pays out through the fake Stripe, with a large balance there. */
export interface StripeMarket {
  readonly souk: Souk
  readonly fake: FakeStripe
  readonly stripe: Awaited<ReturnType<typeof createStripeClient>>
  provider(options?: { country?: string; bank?: string; earned?: number }): Promise<Provider>
  /** Requests a payout of all earnings and starts the workers on it. */
  request(provider: Provider): Promise<string>
  payout(provider: Provider, id: string): Promise<Payout>
  balance(provider: Provider): Promise<{ earnings: number; payoutPending: number }>
  /** Delivers events and runs due work. */
  work(): Promise<void>
  /** Advances the clock hour by hour, running workers in each. */
  pass(hours: number): Promise<void>
  /** Failed ledger checks and logged errors. */
  faults(): Promise<string[]>
  stop(): Promise<void>
}

export async function openStripeMarket(operatorToken?: string): Promise<StripeMarket> {
  const { settings } = readConfig({ STRIPE_SECRET_KEY: 'rk_test_fake', EARNINGS_HOLD_DAYS: '0' })
  let fake: FakeStripe | undefined
  let stripe: StripeMarket['stripe'] | undefined
  const souk = await startSouk({ settings, operatorToken }, async (clock) => {
    fake = await startFakeStripe({ clock, webhookSecret })
    const imitation = { host: '127.0.0.1', port: fake.port }
    stripe = await createStripeClient({ key: 'rk_test_fake', fakeServer: imitation, maxNetworkRetries: 0 })
    return createStripeProcessor({
      stripe,
      key: 'rk_test_fake',
      book: 'test',
      webhookSecrets: [webhookSecret],
      clock,
    })
  })
  const market = assemble(souk, fake ?? fail('no imitation'), stripe ?? fail('no client'))
  return market
}

function assemble(souk: Souk, fake: FakeStripe, stripe: StripeMarket['stripe']): StripeMarket {
  const deliver = async () => {
    for (const { rawBody, headers } of fake.deliveries()) {
      await souk.app.inject({ method: 'POST', url: '/api/webhooks/stripe', payload: rawBody, headers })
    }
    await souk.work(['processor-events', 'payments', 'payouts'])
  }
  const work = async () => {
    for (let round = 0; round < 3; round++) await deliver()
  }
  return {
    souk,
    fake,
    stripe,
    work,
    provider: async ({ country = 'US', bank = 'sandbox_bank_ok', earned = 10_000 } = {}) => {
      const person = await souk.person()
      const agent = await souk.agent(person)
      await earn(souk, fake, agent, earned)
      const as = { as: await souk.key(person, agent, { scopes: ['read', 'spend', 'payout'] }) }
      await souk.call('startOnboarding', { country }, as)
      const accountRef = [...fake.state.accounts.keys()].at(-1) ?? fail('no account')
      fake.onboard(accountRef, bank)
      await work()
      return { as, accountRef }
    },
    request: async ({ as }) => {
      const { payout } = (await souk.call('requestPayout', { currency: 'USD' }, as)).data
      await work()
      return payout.id
    },
    payout: async ({ as }, payoutId) => (await souk.call('getPayout', { payoutId }, as)).data.payout,
    balance: async ({ as }) => (await souk.call('getBalance', {}, as)).data.balance,
    pass: async (hours) => {
      for (let passed = 0; passed < hours; passed++) {
        fake.pass(hour + 1)
        await deliver()
      }
      await work()
    },
    faults: async () => {
      const { checks } = await souk.context.store.read(reconcile)
      const wrong = checks.filter(({ violations }) => violations > 0).map(({ name }) => name)
      return [...wrong, ...souk.loggedErrors.splice(0)]
    },
    stop: async () => {
      await souk.stop()
      await fake.stop()
    },
  }
}

let tasks = 0

/** Pays this amount for work by a new client, without a fee. */
async function earn(souk: Souk, fake: FakeStripe, agent: Agent, amount: number): Promise<void> {
  const person = await souk.person()
  const client = await souk.agent(person)
  const as = { as: person.token, agent: client.id }
  const { session } = (await souk.call('startTopUp', { amount: 2 * amount, currency: 'USD' }, as)).data
  const page = [...fake.state.sessions.keys()].find((id) => session.url.includes(id)) ?? fail('no page')
  fake.visit(page, '4000000000000077')
  await souk.work(['payments'])
  for (const { rawBody, headers } of fake.deliveries()) {
    await souk.app.inject({ method: 'POST', url: '/api/webhooks/stripe', payload: rawBody, headers })
  }
  await souk.work(['processor-events'])
  const taskId = `task_by_stripe_${String(++tasks)}` as const
  const fact = {
    book: 'test',
    currency: 'USD',
    taskId,
    clientId: idOf(client),
    amount: BigInt(amount),
  } as const
  await souk.context.store.write(async (tx) => {
    await post(tx, hold(fact), { actor: 'system' })
    await post(tx, settle({ ...fact, providerId: idOf(agent), feeBps: 0 }), { actor: 'system' })
  })
}
