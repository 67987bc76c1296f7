import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/lib/clock.ts'
import type { StoppedStep } from '../../src/money/processor/sandbox/instruments.ts'
import { ourId } from '../../src/money/processor/stripe/money.ts'
import { openStripeMarket, type Provider, type StripeMarket } from './processor/contract/stripe-market.ts'

let market: StripeMarket
beforeAll(async () => {
  market = await openStripeMarket()
})
afterEach(async () => {
  market.fake.state.refusals.splice(0)
  expect(await market.faults()).toEqual([])
})
afterAll(() => market.stop())

const always = Number.MAX_SAFE_INTEGER
const refusal = (code?: string, status = 400) => ({
  status,
  error: {
    type: 'invalid_request_error',
    message: `Stripe says ${code ?? 'no'}.`,
    ...(code === undefined ? {} : { code }),
  },
})

/** Stripe's objects of a payout. */
const stripeObjectsOf = (id: string) => ({
  transfers: [...market.fake.state.transfers.values()].filter(({ metadata }) => ourId(metadata) === id),
  payouts: [...market.fake.state.payouts.values()].filter(({ metadata }) => ourId(metadata) === id),
})
const keysOf = (operation: string, id: string) =>
  market.fake.requests
    .map(({ headers }) => String(headers['idempotency-key'] ?? ''))
    .filter((key) => key.startsWith(`souk:${operation}:${id}:`))

interface Case {
  readonly step: StoppedStep
  readonly code?: string
  readonly status?: number
  readonly times: number
  readonly bank?: string
  readonly days: number
  readonly ends: string
  readonly actions: readonly string[]
  readonly back: number
}

const cases: readonly Case[] = [
  { step: 'transfer', times: always, days: 0, ends: 'needs_attention', actions: ['retry', 'cancel'], back: 0 },
  { step: 'transfer', status: 401, times: always, days: 4, ends: 'needs_attention', actions: ['retry', 'cancel'], back: 0 },
  { step: 'transfer', status: 403, times: 2, days: 1, ends: 'paid', actions: [], back: 0 },
  { step: 'transfer', code: 'account_closed', times: always, days: 0, ends: 'failed', actions: [], back: 10_000 },
  { step: 'payout', times: always, days: 0, ends: 'needs_attention', actions: ['retry', 'pay-back'], back: 0 },
  { step: 'payout', code: 'payouts_limit_exceeded', times: 2, days: 1, ends: 'paid', actions: [], back: 0 },
  { step: 'payout', code: 'payouts_limit_exceeded', times: always, days: 4, ends: 'needs_attention', actions: ['retry', 'pay-back'], back: 0 },
  { step: 'payout', code: 'bank_account_unusable', times: always, days: 0, ends: 'returned', actions: [], back: 10_000 },
  { step: 'reversal', code: 'balance_insufficient', times: always, bank: 'sandbox_bank_fail', days: 5, ends: 'needs_attention', actions: ['retry'], back: 0 },
  { step: 'reversal', times: 1, bank: 'sandbox_bank_fail', days: 1, ends: 'needs_attention', actions: ['retry'], back: 0 },
] // prettier-ignore

describe('a payout that Stripe refuses', () => {
  it.each(cases)('at the $step with $code is $ends after $days days', async (row) => {
    const provider = await market.provider({ bank: row.bank ?? 'sandbox_bank_ok' })
    market.fake.refuse({ step: row.step, ...refusal(row.code, row.status) }, row.times)
    const id = await market.request(provider)
    await market.pass(24 * row.days)
    const payout = await market.payout(provider, id)
    expect(payout).toMatchObject({ status: row.ends, actions: row.actions })
    if (row.ends === 'needs_attention') {
      expect(payout.failure).toMatch(/^\w+$/)
      expect(payout.failureMessage).toMatch(/^Stripe /)
    }
    expect((await market.balance(provider)).earnings).toBe(row.back)
    expect(stripeObjectsOf(id).transfers.length).toBeLessThanOrEqual(1)
    expect(stripeObjectsOf(id).payouts.length).toBeLessThanOrEqual(1)
    const operation = { transfer: 'transfer', payout: 'payout', reversal: 'reversal' }[row.step]
    const keys = keysOf(operation, id)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a temporarily refused payout', () => {
  it('is retried after 20 seconds, then after 40', async () => {
    const provider = await market.provider()
    market.fake.refuse({ step: 'transfer', ...refusal('balance_insufficient') }, always)
    const { id } = (await market.souk.call('requestPayout', { currency: 'USD' }, provider.as)).data.payout
    const times: number[] = []
    for (let seconds = 0; seconds <= 65; seconds += 5) {
      const before = keysOf('transfer', id).length
      await market.souk.work(['payouts'])
      if (keysOf('transfer', id).length > before) times.push(seconds)
      market.souk.clock.advance(5 * second)
    }
    expect(times).toEqual([0, 20, 60])
  })
})

describe('a paid payout in an account that is no longer accessible', () => {
  it('is polled once a day', async () => {
    const provider = await market.provider()
    const id = await market.request(provider)
    await market.pass(8)
    expect((await market.payout(provider, id)).status).toBe('paid')
    const path = `/v1/payouts/${stripeObjectsOf(id).payouts[0]?.id}`
    const looks = () => market.fake.requests.filter((request) => request.path.startsWith(path)).length
    const before = looks()
    market.fake.break('forbid', { times: 2, method: 'GET', path })
    await market.pass(3 * 24)
    expect(looks() - before).toBeLessThanOrEqual(3)
    expect((await market.payout(provider, id)).status).toBe('paid')
  })
})

describe('a payout whose response is lost', () => {
  it('keeps its idempotency key, is found by polling, and is paid once', async () => {
    const provider = await market.provider()
    const { id } = (await market.souk.call('requestPayout', { currency: 'USD' }, provider.as)).data.payout
    market.fake.break('saved_500')
    await market.souk.work(['payouts'])
    // The events about it are lost, too.
    market.fake.deliveries()
    expect(await market.payout(provider, id)).toMatchObject({ status: 'sending', failure: null })
    market.fake.break('reset_after', { times: 2 })
    await market.pass(8)
    expect((await market.payout(provider, id)).status).toBe('paid')
    expect(stripeObjectsOf(id)).toMatchObject({ transfers: { length: 1 }, payouts: { length: 1 } })
    expect(new Set([...keysOf('transfer', id), ...keysOf('payout', id)])).toEqual(
      new Set([`souk:transfer:${id}:1`, `souk:payout:${id}:1`]),
    )
  })
})

/** A stopped payout whose step succeeded at Stripe. */
async function refuseAfterDone(step: 'transfer' | 'payout'): Promise<{ provider: Provider; id: string }> {
  const provider = await market.provider()
  market.fake.refuse({ step, ...refusal() })
  const id = await market.request(provider)
  const metadata = { souk_id: id }
  const { accountRef: destination } = provider
  const sum = { amount: 10_000, currency: 'usd' }
  if (step === 'transfer')
    await market.stripe.transfers.create({ ...sum, destination, transfer_group: id, metadata })
  else await market.stripe.payouts.create({ ...sum, metadata }, { stripeAccount: destination })
  market.fake.deliveries()
  return { provider, id }
}

describe('a stopped payout whose step succeeded', () => {
  it.each([
    ['transfer', 'retryPayout'],
    ['transfer', 'cancelPayout'],
    ['payout', 'retryPayout'],
    ['payout', 'payBackPayout'],
  ] as const)('at the %s is paid once after %s', async (step, operation) => {
    const { provider, id } = await refuseAfterDone(step)
    expect((await market.souk.call(operation, { payoutId: id }, provider.as)).status).toBe(200)
    await market.pass(8)
    expect((await market.payout(provider, id)).status).toBe('paid')
    expect(stripeObjectsOf(id)).toMatchObject({ transfers: { length: 1 }, payouts: { length: 1 } })
    expect(await market.balance(provider)).toMatchObject({ earnings: 0, payoutPending: 0 })
  })

  it('continues automatically when the transfer event arrives', async () => {
    const provider = await market.provider()
    market.fake.refuse({ step: 'transfer', ...refusal() })
    const id = await market.request(provider)
    await market.stripe.transfers.create({
      amount: 10_000,
      currency: 'usd',
      destination: provider.accountRef,
      transfer_group: id,
      metadata: { souk_id: id },
    })
    await market.pass(8)
    expect((await market.payout(provider, id)).status).toBe('paid')
    expect(stripeObjectsOf(id).transfers).toHaveLength(1)
  })
})

describe('a payout that is paid back', () => {
  it('reverses the remainder after a partial reversal in the dashboard', async () => {
    const provider = await market.provider()
    market.fake.refuse({ step: 'payout', ...refusal() })
    const id = await market.request(provider)
    const [transfer] = stripeObjectsOf(id).transfers
    await market.stripe.transfers.createReversal(transfer?.id ?? '', { amount: 4000 })
    await market.work()
    await market.souk.call('payBackPayout', { payoutId: id }, provider.as)
    await market.pass(1)
    expect((await market.payout(provider, id)).status).toBe('returned')
    expect(stripeObjectsOf(id).transfers[0]).toMatchObject({ amount_reversed: 10_000, reversed: true })
    expect(await market.balance(provider)).toMatchObject({ earnings: 10_000, payoutPending: 0 })
  })
})

describe('a payout abroad', () => {
  it.each([
    ['DE', { amount: 9200, currency: 'EUR' }, 9200],
    ['HU', { amount: 3_651_565, currency: 'HUF' }, 3_651_500],
    ['JP', { amount: 15_101, currency: 'JPY' }, 15_101],
  ])('to %s is paid in the currency of the account', async (country, settled, atBank) => {
    const provider = await market.provider({ country, earned: country === 'DE' ? 10_000 : 10_001 })
    const id = await market.request(provider)
    await market.pass(8)
    expect(await market.payout(provider, id)).toMatchObject({ status: 'paid', settled, failure: null })
    expect(stripeObjectsOf(id).payouts).toMatchObject([
      { amount: atBank, currency: settled.currency.toLowerCase() },
    ])
    const left = market.fake.state.balances.get(provider.accountRef)?.get(settled.currency.toLowerCase())
    expect(left).toBe(settled.amount - atBank)
  })

  it('returns the amount in the currency of the marketplace when the bank refuses', async () => {
    const provider = await market.provider({ country: 'HU', bank: 'sandbox_bank_fail', earned: 10_001 })
    const id = await market.request(provider)
    await market.pass(8)
    expect(await market.payout(provider, id)).toMatchObject({
      status: 'returned',
      failure: 'account_closed',
      failureMessage: 'The bank account has been closed.',
    })
    expect(await market.balance(provider)).toMatchObject({ earnings: 10_001, payoutPending: 0 })
  })
})
