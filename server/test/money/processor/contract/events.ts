import { describe, expect } from 'vitest'
import { day, minute } from '../../../../src/lib/clock.ts'
import type { VerifiedEvent } from '../../../../src/money/processor/processor.ts'
import type { BalanceTransaction } from '../../../../src/money/processor/snapshots.ts'
import { fail } from '../../../fixtures/fail.ts'
import {
  aWhile,
  cards,
  newCustomer,
  onboarded,
  ourNewId,
  returnUrl,
  saveCard,
  topUp,
  usd,
  type Bench,
  type Cases,
  type Delivery,
} from './processor-fixture.ts'

export function describeEvents(cases: Cases): void {
  describePaymentEvents(cases)
  describePayoutEvents(cases)
  describeRepetition(cases)
  describeForgeries(cases)
  describeTransactions(cases)
  describeSums(cases)
}

async function newEvents(bench: Bench): Promise<VerifiedEvent[]> {
  const deliveries = await bench.deliveries()
  return deliveries.flatMap(({ rawBody, headers }) => bench.processor.verifyEvents(rawBody, headers))
}

function describePaymentEvents({ bench, processor, withEvents }: Cases): void {
  describe('verifyEvents', () => {
    withEvents('reports a payment by our id and book', async () => {
      await bench().deliveries()
      const payment = await topUp(bench(), cards.ok)
      const paymentEvents = (await newEvents(bench())).filter(({ about }) => about.ourId === payment.id)
      expect(paymentEvents.length).toBeGreaterThan(0)
      for (const { about, book } of paymentEvents) {
        expect([about.kind, book]).toEqual(['payment', processor().book])
        expect(await processor().fetchPayment({ ref: about.ref })).toMatchObject({ status: 'succeeded' })
      }
    })

    withEvents('reports a late payment and an expired one', async () => {
      await bench().deliveries()
      const late = await topUp(bench(), cards.ok, usd(2015n))
      const customerRef = await newCustomer(bench())
      const input = { id: ourNewId('pay'), customerRef, amount: usd(100n), returnUrl }
      await processor().createTopupSession(input)
      await bench().deliveries()
      await bench().pass(2 * day)
      const events = (await newEvents(bench())).map(({ about }) => about.ourId)
      expect(events).toContain(late.id)
      expect(events).toContain(input.id)
    })

    withEvents('reports a saved card and its removal', async () => {
      await bench().deliveries()
      const { methodRef } = await saveCard(bench(), cards.ok)
      await processor().removeMethod({ ref: methodRef })
      const events = await newEvents(bench())
      const setup = events.find(({ about }) => about.kind === 'setup') ?? fail('no event of the set-up')
      expect(await processor().fetchSetup({ ref: setup.about.ref })).toMatchObject({ status: 'succeeded' })
      expect(events.some(({ about }) => about.kind === 'method' && about.ref === methodRef)).toBe(true)
    })
  })
}

function describePayoutEvents({ bench, processor, withEvents }: Cases): void {
  describe('verifyEvents', () => {
    withEvents('reports accounts, transfers and bank payouts with their account', async () => {
      await bench().deliveries()
      await topUp(bench(), cards.settlesImmediately)
      const accountRef = await onboarded(bench())
      const id = ourNewId('pout')
      await processor().sendTransfer({ id, accountRef, amount: usd(500n) })
      await processor().sendBankPayout({ id, accountRef, amount: usd(500n) })
      await bench().pass(aWhile)
      const events = (await newEvents(bench())).map(({ about }) => about)
      expect(events.some((about) => about.kind === 'payoutAccount' && about.ref === accountRef)).toBe(true)
      expect(events.some((about) => about.kind === 'transfer' && about.ourId === id)).toBe(true)
      const payout =
        events.find((about) => about.kind === 'bankPayout' && about.ourId === id) ?? fail('no payout')
      expect(payout.under).toBe(accountRef)
      const found = await processor().fetchBankPayout({ ref: payout.ref, under: accountRef })
      expect(found).toMatchObject({ status: 'paid' })
    })

    withEvents('reports refunds and settled funds', async () => {
      const payment = await topUp(bench(), cards.ok)
      await bench().deliveries()
      const input = { id: ourNewId('rfd'), paymentRef: payment.ref, amount: usd(100n) }
      await processor().refund(input)
      await bench().pass(aWhile)
      const events = await newEvents(bench())
      expect(events.some(({ about }) => about.kind === 'refund' && about.ourId === input.id)).toBe(true)
      expect(events.some(({ type }) => type === 'balance.available')).toBe(true)
    })
  })
}

function describeRepetition({ bench, processor, withEvents }: Cases): void {
  describe('verifyEvents', () => {
    withEvents('keeps the id of a redelivered event', async () => {
      await bench().deliveries()
      await topUp(bench(), cards.ok)
      const [delivery] = await bench().deliveries()
      const read = ({ rawBody, headers }: Delivery) => processor().verifyEvents(rawBody, headers)
      expect(read(delivery ?? fail('no event'))).toEqual(read(delivery ?? fail('no event')))
    })

    withEvents('leads to the same result in any order of events', async () => {
      await bench().deliveries()
      const payment = await topUp(bench(), cards.ok, usd(2015n))
      await bench().pass(aWhile)
      await processor().refund({ id: ourNewId('rfd'), paymentRef: payment.ref, amount: usd(15n) })
      const events = (await newEvents(bench())).filter(({ about }) => about.kind === 'payment')
      const ends = await Promise.all(
        [events, events.toReversed(), [...events, ...events]].map(async (order) => {
          const states = await Promise.all(
            order.map(({ about }) => processor().fetchPayment({ ref: about.ref })),
          )
          return states.at(-1)
        }),
      )
      expect(new Set(ends.map((end) => `${end?.status} ${end?.refunded.amount}`))).toEqual(
        new Set(['succeeded 15']),
      )
    })
  })
}

function describeForgeries({ bench, processor, withEvents }: Cases): void {
  const genuine = async (): Promise<Delivery> => {
    await bench().deliveries()
    await topUp(bench(), cards.ok)
    return (await bench().deliveries())[0] ?? fail('no event')
  }
  const reading = (rawBody: Buffer, headers: Record<string, string>) => () =>
    processor().verifyEvents(rawBody, headers)

  describe('verifyEvents refuses', () => {
    withEvents('an event without a signature', async () => {
      const { rawBody } = await genuine()
      expect(reading(rawBody, {})).toThrow(expect.objectContaining({ name: 'UnverifiedEvent' }))
    })

    withEvents('a modified event', async () => {
      const { rawBody, headers } = await genuine()
      const changed = Buffer.from(rawBody.toString('utf8').replace('payment', 'Payment'))
      expect(reading(changed, headers)).toThrow(expect.objectContaining({ name: 'UnverifiedEvent' }))
    })

    withEvents('an event signed with another key', async () => {
      const { rawBody, headers } = await genuine()
      const forged = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(/v1=[0-9a-f]{8}/, 'v1=00000000'),
        ]),
      )
      expect(reading(rawBody, forged)).toThrow(expect.objectContaining({ name: 'UnverifiedEvent' }))
    })

    withEvents('an event with an old signature', async () => {
      const { rawBody, headers } = await genuine()
      await bench().pass(4 * minute)
      expect(reading(rawBody, headers)).not.toThrow()
      await bench().pass(2 * minute)
      expect(reading(rawBody, headers)).toThrow(expect.objectContaining({ name: 'UnverifiedEvent' }))
    })

    withEvents.each(['', '{', '[]', 'null'])('%j as an event', async (body) => {
      const { headers } = await genuine()
      expect(reading(Buffer.from(body), headers)).toThrow(
        expect.objectContaining({ name: 'UnverifiedEvent' }),
      )
    })
  })
}

async function balanceTransactions({ processor }: Bench, since = new Date(0)): Promise<BalanceTransaction[]> {
  const all: BalanceTransaction[] = []
  for await (const transaction of processor.listBalanceTransactions({ since })) all.push(transaction)
  return all
}

function describeTransactions({ bench, processor, onPages }: Cases): void {
  describe('listBalanceTransactions', () => {
    onPages('has one entry per payment, refund and transfer', async () => {
      const payment = await topUp(bench(), cards.settlesImmediately)
      const refunded = { id: ourNewId('rfd'), paymentRef: payment.ref, amount: usd(200n) }
      await processor().refund(refunded)
      const refund = await processor().fetchRefund({ id: refunded.id, under: payment.ref })
      const accountRef = await onboarded(bench())
      const id = ourNewId('pout')
      await processor().sendTransfer({ id, accountRef, amount: usd(500n) })
      const transfer = await processor().fetchTransfer({ id, under: accountRef })
      const all = await balanceTransactions(bench())
      const of = (ref: string | undefined) => all.filter(({ sourceRef }) => sourceRef === ref)
      expect(of(payment.chargeRef)).toMatchObject([{ kind: 'payment', amount: usd(5000n), fee: payment.fee }])
      expect(of(refund?.ref)).toMatchObject([{ kind: 'refund', amount: usd(-200n) }])
      expect(of(transfer?.ref)).toMatchObject([{ kind: 'transfer', amount: usd(-500n) }])
    })

    onPages('has another entry for a failed refund and for a reversed transfer', async () => {
      const payment = await topUp(bench(), cards.refundFails)
      const input = { id: ourNewId('rfd'), paymentRef: payment.ref, amount: usd(200n) }
      await processor().refund(input)
      await topUp(bench(), cards.settlesImmediately)
      const transfer = { id: ourNewId('pout'), accountRef: await onboarded(bench()), amount: usd(500n) }
      await processor().sendTransfer(transfer)
      const sent = await processor().fetchTransfer({ id: transfer.id, under: transfer.accountRef })
      const transferRef = sent?.ref ?? ''
      await processor().reverseTransfer({ id: ourNewId('rev'), transferRef, amount: usd(300n) })
      await bench().pass(aWhile)
      const refund = await processor().fetchRefund({ id: input.id, under: payment.ref })
      const amounts = async (ref: string | undefined) =>
        (await balanceTransactions(bench()))
          .filter(({ sourceRef }) => sourceRef === ref)
          .map(({ kind, amount }) => `${kind} ${amount.amount}`)
          .toSorted()
      expect(await amounts(refund?.ref)).toEqual(['refund -200', 'refund 200'])
      expect(await amounts(transferRef)).toEqual(['transfer -500', 'transfer_reversal 300'])
    })
  })
}

function describeSums({ bench, processor, onPages }: Cases): void {
  describe('listBalanceTransactions', () => {
    onPages('sums up to our balance in every currency', async () => {
      const all = await balanceTransactions(bench())
      const currencies = new Set(all.map(({ net }) => net.currency))
      expect(currencies.size).toBeGreaterThan(1)
      for (const currency of currencies) {
        const nets = all.filter(({ net }) => net.currency === currency).map(({ net }) => net.amount)
        const { available, pending } = await processor().fetchBalance(currency)
        expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(available.amount + pending.amount)
      }
      expect(all.every(({ amount, fee, net }) => net.amount === amount.amount - fee.amount)).toBe(true)
      expect(new Set(all.map(({ ref }) => ref)).size).toBe(all.length)
    })

    onPages('excludes transactions older than requested', async () => {
      const newest = (await balanceTransactions(bench())).reduce(
        (latest, { at }) => (at > latest ? at : latest),
        new Date(0),
      )
      await bench().pass(minute)
      expect(await balanceTransactions(bench(), new Date(newest.getTime() + minute))).toEqual([])
      const payment = await topUp(bench(), cards.ok)
      const found = await balanceTransactions(bench(), new Date(newest.getTime() + minute))
      expect(found.map(({ sourceRef }) => sourceRef)).toEqual([payment.chargeRef])
    })
  })
}
