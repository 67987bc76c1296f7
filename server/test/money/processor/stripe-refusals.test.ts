import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/lib/clock.ts'
import type { PaymentProcessor } from '../../../src/money/processor/processor.ts'
import type { StoppedStep } from '../../../src/money/processor/sandbox/instruments.ts'
import { createStripeClient } from '../../../src/money/processor/stripe/client.ts'
import { createStripeProcessor } from '../../../src/money/processor/stripe/processor.ts'
import { startFakeStripe, type FakeStripe } from '../../fixtures/fake-stripe/fake-stripe.ts'
import { cards, ourNewId, returnUrl, usd } from './contract/processor-fixture.ts'
import { refusalCases, unknownCases } from './contract/stripe-refusal-cases.ts'

let fake: FakeStripe
let processor: PaymentProcessor
let accountRef: string
let transferRef: string
beforeAll(async () => {
  const clock = manualClock(new Date('2026-11-15T12:00:00Z'))
  fake = await startFakeStripe({ clock, webhookSecret: 'whsec_x' })
  const imitation = { host: '127.0.0.1', port: fake.port }
  const stripe = await createStripeClient({
    key: 'rk_test_fake',
    fakeServer: imitation,
    maxNetworkRetries: 0,
  })
  processor = createStripeProcessor({ stripe, key: 'rk_test_fake', book: 'test', webhookSecrets: [], clock })
  const { ref: customerRef } = await processor.ensureCustomer({ id: ourNewId('agt') })
  const page = { id: ourNewId('pay'), customerRef, amount: usd(90_000n), returnUrl }
  fake.visit((await processor.createTopupSession(page)).ref, cards.settlesImmediately)
  accountRef = await newAccount('US')
  const sent = await processor.sendTransfer({ id: ourNewId('pout'), accountRef, amount: usd(5000n) })
  transferRef = 'transfer' in sent ? sent.transfer.ref : ''
})
afterAll(() => fake.stop())

async function newAccount(country: string): Promise<string> {
  const input = { id: ourNewId('agt'), email: 'ada@example.com', country, currency: 'USD' }
  const { ref } = await processor.createPayoutAccount(input)
  fake.onboard(ref, 'sandbox_bank_ok')
  return ref
}

const amount = usd(100n)
const calls: Record<StoppedStep, (id: string) => Promise<{ outcome: string }>> = {
  transfer: (id) => processor.sendTransfer({ id, accountRef, amount }),
  payout: (id) => processor.sendBankPayout({ id, accountRef, amount }),
  reversal: (id) => processor.reverseTransfer({ id, transferRef, amount }),
}
const steps = ['transfer', 'payout', 'reversal'] as const

describe.each(steps)('a %s that Stripe refuses', (step) => {
  const cases = (['retry', 'fail', 'attention'] as const).flatMap((kind) =>
    refusalCases[kind].map((refusal) => ({
      ...refusal,
      kind,
      named: refusal.error.code ?? refusal.error.type,
    })),
  )
  it.each(cases)('classifies $status $named as $kind', async ({ kind, status, error }) => {
    fake.refuse({ step, status, error })
    const result = await calls[step](ourNewId('pout'))
    expect(result).toEqual({
      outcome: 'refused',
      refusal: { class: kind, code: expect.stringMatching(/^\w+$/), message: expect.stringMatching(/\w/) },
    })
  })

  it.each(unknownCases)('treats $status $error.code as unknown', async ({ status, error }) => {
    fake.refuse({ step, status, error })
    expect(await calls[step](ourNewId('pout'))).toEqual({ outcome: 'unknown' })
  })

  it('keeps the message of Stripe without our key', async () => {
    const message = 'Daily limit reached.'
    fake.refuse({ step, status: 400, error: { type: 'invalid_request_error', message } })
    expect(await calls[step](ourNewId('pout'))).toMatchObject({
      refusal: { code: 'invalid_request_error', message },
    })
    const leak = { type: 'invalid_request_error', message: 'Invalid API Key provided: rk_test_***ake' }
    fake.refuse({ step, status: 401, error: leak })
    expect(JSON.stringify(await calls[step](ourNewId('pout')))).not.toContain('rk_test')
  })
})

describe('a transfer abroad', () => {
  it.each([
    ['DE', 'EUR', 9200n],
    ['HU', 'HUF', 3_651_200n],
    ['JP', 'JPY', 15_100n],
  ])('arrives in %s in %s', async (country, currency, arrived) => {
    const abroad = await newAccount(country)
    const sent = await processor.sendTransfer({
      id: ourNewId('pout'),
      accountRef: abroad,
      amount: usd(10_000n),
    })
    const ref = 'transfer' in sent ? sent.transfer.ref : ''
    expect(await processor.fetchArrival({ ref, under: abroad })).toEqual({ amount: arrived, currency })
    const inDollars = { id: ourNewId('pout'), accountRef: abroad, amount: usd(10_000n) }
    expect(await processor.sendBankPayout(inDollars)).toMatchObject({
      outcome: 'refused',
      refusal: { class: 'attention' },
    })
    const inItsCurrency = { id: ourNewId('pout'), accountRef: abroad, amount: { amount: arrived, currency } }
    expect(await processor.sendBankPayout(inItsCurrency)).toMatchObject({ outcome: 'submitted' })
  })
})
