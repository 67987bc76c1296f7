import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookOfKey } from '../../../src/config/config.ts'
import { manualClock, systemClock } from '../../../src/lib/clock.ts'
import {
  createStripeClient,
  requireSafeKey,
  stripeApiVersion,
} from '../../../src/money/processor/stripe/client.ts'
import { createStripeProcessor } from '../../../src/money/processor/stripe/processor.ts'
import { sign } from '../../fixtures/fake-stripe/events.ts'
import { startFakeStripe, type FakeStripe } from '../../fixtures/fake-stripe/fake-stripe.ts'
import { fail } from '../../fixtures/fail.ts'
import {
  cards,
  newCustomer,
  ourNewId,
  returnUrl,
  saveCard,
  usd,
  type Bench,
} from './contract/processor-fixture.ts'
import { describeProcessor } from './contract/contract.ts'

const webhookSecret = 'whsec_the_one_of_these_tests'
const olderSecret = 'whsec_the_one_before_it'

async function startStripe(maxNetworkRetries = 0): Promise<Bench & { fake: FakeStripe }> {
  const clock = manualClock(new Date('2026-11-15T12:00:00Z'))
  const fake = await startFakeStripe({ clock, webhookSecret })
  const imitation = { host: '127.0.0.1', port: fake.port }
  const stripe = await createStripeClient({ key: 'rk_test_fake', fakeServer: imitation, maxNetworkRetries })
  const webhookSecrets = [olderSecret, webhookSecret]
  return {
    fake,
    processor: createStripeProcessor({ stripe, key: 'rk_test_fake', book: 'test', webhookSecrets, clock }),
    visit: async (ref, card) => fake.visit(ref, card),
    onboard: async ({ ref }, bank) => fake.onboard(ref, bank),
    pass: async (milliseconds) => fake.pass(milliseconds),
    decide: async (ref, verdict) => fake.decide(ref, verdict),
    appeal: async (ref) => fake.appeal(ref),
    lose: (when) => {
      // The Stripe package retries a closed connection once even with retries disabled.
      fake.break(when === 'before' ? 'reset_before' : 'reset_after', { times: 2 })
      return 1100n
    },
    deliveries: async () => fake.deliveries(),
    stop: () => fake.stop(),
  }
}

describeProcessor('a fake Stripe', () => startStripe(), { pages: true, faults: true, events: true })

/** Runs only with a key in the environment; pages of the real Stripe cannot be automated. */
const realKey = process.env['STRIPE_TEST_KEY'] ?? ''
if (/^(sk|rk)_test_/.test(realKey)) {
  const none = () => fail('a person would have to do this')
  const startReal = async (): Promise<Bench> => ({
    processor: createStripeProcessor({
      stripe: await createStripeClient({ key: realKey }),
      key: realKey,
      book: 'test',
      webhookSecrets: [webhookSecret],
      clock: systemClock,
    }),
    visit: async () => none(),
    onboard: async () => none(),
    pass: async () => none(),
    decide: async () => none(),
    appeal: async () => none(),
    lose: none,
    deliveries: async () => none(),
    stop: async () => undefined,
  })
  describeProcessor('Stripe in test mode', startReal, { pages: false, faults: false, events: false })
}

describe('the Stripe client', () => {
  it('uses the API version that the package pins', () => {
    expect(stripeApiVersion).toBe(Stripe.API_VERSION)
  })

  it('allows another host only on loopback', async () => {
    const elsewhere = { host: 'stripe.example.com', port: 80 }
    await expect(createStripeClient({ key: 'rk_test_x', fakeServer: elsewhere })).rejects.toThrow(
      'a loopback address',
    )
  })

  it.each([
    ['rk_live_x', false, true, null],
    ['rk_test_x', true, false, null],
    ['sk_test_x', false, false, null],
    ['rk_live_x', true, true, 'DATABASE_URL'],
    ['sk_live_x', false, false, 'NODE_ENV=production'],
    ['pk_test_x', false, true, 'must start with'],
    ['', false, true, 'must start with'],
  ])('with key %j, embedded database %s and production %s: %s', (key, embedded, production, problem) => {
    const check = () => requireSafeKey({ key, embedded, production })
    if (problem === null) expect(check).not.toThrow()
    else expect(check).toThrow(problem)
  })

  it('derives the book from the key', () => {
    expect(['rk_live_x', 'sk_live_x', 'rk_test_x', 'sk_test_x'].map(bookOfKey)).toEqual([
      'live',
      'live',
      'test',
      'test',
    ])
  })
})

describe('the Stripe adapter', () => {
  let bench: Awaited<ReturnType<typeof startStripe>>
  beforeAll(async () => {
    bench = await startStripe()
  })
  afterAll(() => bench.stop())

  const newCharge = async (amount = 2500n) => ({
    ...(await saveCard(bench, cards.ok)),
    id: ourNewId('pay'),
    amount: usd(amount),
  })
  const chargesOf = (id: string) =>
    [...bench.fake.state.intents.values()].filter(({ metadata }) => metadata['souk_id'] === id)

  it('finds a charge by our id after a replayed 500 and never charges again', async () => {
    const input = await newCharge()
    bench.fake.break('saved_500')
    expect(await bench.processor.chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
    expect(await bench.processor.chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
    const payment = await bench.processor.fetchPayment({ id: input.id, under: input.customerRef })
    expect(payment).toMatchObject({ status: 'succeeded' })
    expect(chargesOf(input.id)).toHaveLength(1)
  })

  it.each(['rate_limit', 'cut_body'] as const)('reports an unknown outcome after %s', async (fault) => {
    const input = await newCharge()
    bench.fake.break(fault)
    expect(await bench.processor.chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
    expect(await bench.processor.chargeSavedMethod(input)).toMatchObject({ outcome: 'succeeded' })
    expect(chargesOf(input.id)).toHaveLength(1)
  })

  it('reports an unknown outcome while the same call is in flight', async () => {
    const input = await newCharge()
    bench.fake.break('hold')
    const first = bench.processor.chargeSavedMethod(input)
    await expect.poll(() => bench.fake.requests.at(-1)?.path).toBe('/v1/payment_intents')
    expect(await bench.processor.chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
    bench.fake.release()
    expect(await first).toMatchObject({ outcome: 'succeeded' })
  })

  it('reports Stripe as unavailable when a read gets no response', async () => {
    bench.fake.break('reset_before', { times: 2, method: 'GET' })
    const reading = bench.processor.fetchBalance('USD')
    await expect(reading).rejects.toMatchObject({ name: 'ProcessorUnavailable' })
    bench.fake.break('rate_limit', { method: 'GET' })
    const looking = bench.processor.fetchPayment({ id: 'pay_x', under: 'cus_x' })
    await expect(looking).rejects.toMatchObject({ name: 'ProcessorUnavailable' })
  })

  it('sends the API version, an idempotency key per call and the connected account', async () => {
    const id = ourNewId('agt')
    const { ref: accountRef } = await bench.processor.createPayoutAccount({
      id,
      email: 'ada@example.com',
      country: 'US',
      currency: 'USD',
    })
    const account = bench.fake.requests.at(-1)
    await bench.processor.createOnboardingLink({ id, accountRef, returnUrl, refreshUrl: returnUrl })
    const [schedule] = bench.fake.requests.slice(-2)
    expect(account?.path).toBe('/v2/core/accounts')
    expect(account?.headers).toMatchObject({
      'stripe-version': stripeApiVersion,
      'idempotency-key': `souk:account:${id}:1`,
      'content-type': 'application/json',
    })
    expect(schedule?.path).toBe('/v1/balance_settings')
    expect(schedule?.headers['stripe-account']).toBe(accountRef)
    expect(account?.headers['x-stripe-client-telemetry']).toBeUndefined()
  })

  it('parses thin events and distinguishes live from test mode', () => {
    const thin = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v2.core.account[requirements].updated',
      created: '2026-11-15T12:00:00.000Z',
      livemode: true,
      related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
    }
    const at = bench.fake.state.clock.now()
    for (const secret of [webhookSecret, olderSecret]) {
      const { rawBody, headers } = sign(thin, { secret, at })
      expect(bench.processor.verifyEvents(rawBody, headers)).toEqual([
        {
          eventId: 'evt_thin',
          type: thin.type,
          about: { kind: 'payoutAccount', ref: 'acct_1' },
          book: 'live',
        },
      ])
    }
    const forged = sign(thin, { secret: 'whsec_of_nobody', at })
    const reading = () => bench.processor.verifyEvents(forged.rawBody, forged.headers)
    expect(reading).toThrow(expect.objectContaining({ name: 'UnverifiedEvent' }))
  })

  it.each([
    [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, undefined, { kind: 'payment', ref: 'pi_1' }],
    [
      { object: 'radar.early_fraud_warning', id: 'issfr_1', payment_intent: 'pi_1' },
      undefined,
      { kind: 'payment', ref: 'pi_1' },
    ],
    [{ object: 'account', id: 'acct_1' }, undefined, { kind: 'payoutAccount', ref: 'acct_1' }],
    [{ object: 'bank_account', id: 'ba_1' }, 'acct_1', { kind: 'payoutAccount', ref: 'acct_1' }],
    [{ object: 'payout', id: 'po_1', metadata: {} }, undefined, { kind: 'other', ref: 'po_1' }],
    [
      { object: 'payout', id: 'po_1', metadata: {} },
      'acct_1',
      { kind: 'bankPayout', ref: 'po_1', under: 'acct_1' },
    ],
    [{ object: 'balance' }, undefined, { kind: 'other', ref: 'balance' }],
    [{ object: 'plan', id: 'plan_1' }, undefined, { kind: 'other', ref: 'plan_1' }],
  ])('extracts the subject of an event with %j in %s', (object, account, about) => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'some.thing',
      livemode: false,
      data: { object },
      account,
    }
    const { rawBody, headers } = sign(event, { secret: webhookSecret, at: bench.fake.state.clock.now() })
    expect(bench.processor.verifyEvents(rawBody, headers)).toMatchObject([{ about, book: 'test' }])
  })

  it('retries transparently after a short outage', async () => {
    const retrying = await startStripe(2)
    const saved = await saveCard(retrying, cards.ok)
    retrying.fake.break('reset_after')
    const result = await retrying.processor.chargeSavedMethod({
      ...saved,
      id: ourNewId('pay'),
      amount: usd(100n),
    })
    expect(result).toMatchObject({ outcome: 'succeeded' })
    expect(retrying.fake.state.intents.size).toBe(1)
    await retrying.stop()
  })

  it('opens pages that accept cards only', async () => {
    const customerRef = await newCustomer(bench)
    const page = { customerRef, returnUrl }
    await bench.processor.createTopupSession({ ...page, id: ourNewId('pay'), amount: usd(100n) })
    await bench.processor.createSetupSession({ ...page, id: ourNewId('set'), currency: 'USD' })
    const opened = [...bench.fake.state.sessions.values()].slice(-2)
    expect(opened.map((session) => session.payment_method_types)).toEqual([['card'], ['card']])
  })

  it('treats a payment without an error as open, whether null or absent', async () => {
    const input = await newCharge()
    await bench.processor.chargeSavedMethod(input)
    const [intent] = chargesOf(input.id)
    if (intent === undefined) throw new Error('no payment')
    intent.status = 'requires_payment_method'
    const read = async () => (await bench.processor.fetchPayment({ ref: intent.id }))?.status
    expect(await read()).toBe('open')
    Reflect.deleteProperty(intent, 'last_payment_error')
    expect(await read()).toBe('open')
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', message: 'No.' }
    expect(await read()).toBe('failed')
  })

  it('searches beyond the first page for a lost result', async () => {
    const { ref } = await bench.processor.ensureCustomer({ id: ourNewId('agt') })
    const open = (id: string) =>
      bench.processor.createTopupSession({ id, customerRef: ref, amount: usd(100n), returnUrl })
    const ourId = ourNewId('pay')
    const { ref: first } = await open(ourId)
    for (let index = 0; index < 120; index++) await open(ourNewId('pay'))
    expect(await bench.processor.fetchPayment({ id: ourId, under: ref })).toMatchObject({ ref: first })
  })
})
