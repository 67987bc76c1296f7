import { describe, expect } from 'vitest'
import type { PaymentSnapshot } from '../../../../src/money/processor/snapshots.ts'
import { fail } from '../../../fixtures/fail.ts'
import { aWhile, cards, ourNewId, topUp, usd, type Bench, type Cases } from './processor-fixture.ts'

export function describeRefunds(cases: Cases): void {
  describeRefund(cases)
  describeSlowRefunds(cases)
  describeDisputes(cases)
  describeAppeals(cases)
  describeEvidence(cases)
}

async function paid(bench: Bench, card: string, amount = 5000n) {
  const payment = await topUp(bench, card, usd(amount))
  return { id: ourNewId('rfd'), paymentRef: payment.ref }
}

function describeRefund({ bench, processor, onPages }: Cases): void {
  describe('refund', () => {
    onPages('refunds a payment', async () => {
      const input = { ...(await paid(bench(), cards.ok)), amount: usd(5000n) }
      const result = await processor().refund(input)
      expect(result).toMatchObject({
        outcome: 'succeeded',
        refund: { id: input.id, paymentRef: input.paymentRef },
      })
      expect(await processor().fetchPayment({ ref: input.paymentRef })).toMatchObject({
        refunded: usd(5000n),
      })
      const found = await processor().fetchRefund({ id: input.id, under: input.paymentRef })
      expect(found).toMatchObject({ id: input.id, status: 'succeeded', amount: usd(5000n) })
      expect(await processor().fetchRefund({ ref: found?.ref ?? '' })).toEqual(found)
    })

    onPages('refunds parts, but never more than was paid', async () => {
      const { paymentRef } = await paid(bench(), cards.ok)
      const part = (amount: bigint) => ({ id: ourNewId('rfd'), paymentRef, amount: usd(amount) })
      await processor().refund(part(2000n))
      await processor().refund(part(1000n))
      await expect(processor().refund(part(2001n))).rejects.toMatchObject({ name: 'ProcessorRefused' })
      expect(await processor().fetchPayment({ ref: paymentRef })).toMatchObject({ refunded: usd(3000n) })
    })

    onPages('refunds once per id', async () => {
      const input = { ...(await paid(bench(), cards.ok)), amount: usd(1000n) }
      const first = await processor().refund(input)
      expect(await processor().refund(input)).toEqual(first)
      expect(await processor().refund({ ...input, attempt: 2 })).toEqual(first)
      expect(await processor().fetchPayment({ ref: input.paymentRef })).toMatchObject({
        refunded: usd(1000n),
      })
    })
  })
}

function describeSlowRefunds({ bench, processor, onPages, withFaults }: Cases): void {
  describe('refund', () => {
    onPages('may be pending', async () => {
      const input = { ...(await paid(bench(), cards.ok)), amount: usd(1015n) }
      expect(await processor().refund(input)).toMatchObject({ outcome: 'pending' })
      await bench().pass(aWhile)
      const refund = await processor().fetchRefund({ id: input.id, under: input.paymentRef })
      expect(refund).toMatchObject({ status: 'succeeded' })
    })

    onPages('may fail, which returns the money to our balance', async () => {
      const input = { ...(await paid(bench(), cards.refundFails)), amount: usd(1000n) }
      expect(await processor().refund(input)).toMatchObject({ outcome: 'pending' })
      await bench().pass(aWhile)
      const refund = await processor().fetchRefund({ id: input.id, under: input.paymentRef })
      expect(refund).toMatchObject({ status: 'failed' })
      expect(await processor().fetchPayment({ ref: input.paymentRef })).toMatchObject({ refunded: usd(0n) })
    })

    withFaults('is unknown without a response, and a repeated call returns the result', async () => {
      const target = await paid(bench(), cards.ok)
      const input = { ...target, amount: usd(bench().lose('after')) }
      expect(await processor().refund(input)).toEqual({ outcome: 'unknown' })
      expect(await processor().refund(input)).toMatchObject({ outcome: 'succeeded' })
      expect(await processor().fetchPayment({ ref: input.paymentRef })).toMatchObject({
        refunded: input.amount,
      })
    })
  })
}

function describeDisputes({ bench, processor, withEvents }: Cases): void {
  describe('a dispute', () => {
    withEvents('debits the amount and a fee', async () => {
      const { payment, ref } = await disputed(bench())
      const dispute = await processor().fetchDispute(ref)
      const expected = { paymentRef: payment.ref, paymentId: payment.id, status: 'open', reinstated: usd(0n) }
      expect(dispute).toMatchObject({
        ...expected,
        amount: usd(5000n),
        withdrawn: usd(5000n),
        fee: usd(1500n),
      })
    })

    withEvents('returns the amount when won', async () => {
      const { ref } = await disputed(bench())
      const before = await processor().fetchBalance('USD')
      await bench().decide(ref, 'won')
      expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'won', reinstated: usd(5000n) })
      const after = await processor().fetchBalance('USD')
      expect(after.available.amount - before.available.amount).toBe(5000n)
      const moved: string[] = []
      for await (const { sourceRef, kind, net } of processor().listBalanceTransactions({
        since: new Date(0),
      })) {
        if (sourceRef === ref) moved.push(`${kind} ${net.amount}`)
      }
      expect(moved.toSorted()).toEqual(['dispute -6500', 'dispute 5000'])
    })

    withEvents('returns nothing when lost', async () => {
      const { ref } = await disputed(bench())
      const before = await processor().fetchBalance('USD')
      await bench().decide(ref, 'lost')
      expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'lost', reinstated: usd(0n) })
      expect(await processor().fetchBalance('USD')).toEqual(before)
    })

    withEvents('is decided once', async () => {
      const { ref } = await disputed(bench())
      await bench().decide(ref, 'lost')
      await bench().decide(ref, 'won')
      expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'lost' })
      expect(await processor().fetchDispute('du_nobody')).toBeUndefined()
    })
  })
}

function describeAppeals({ bench, processor, withEvents }: Cases): void {
  describe('a dispute', () => {
    withEvents.each(['won', 'lost'] as const)(
      'is reopened by an appeal until that is %s',
      async (verdict) => {
        const { ref } = await disputed(bench())
        expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'open', appeal: 'none' })
        await bench().appeal(ref)
        expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'open', appeal: 'none' })
        await bench().decide(ref, 'lost')
        expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'lost', appeal: 'none' })
        await bench().deliveries()
        await bench().appeal(ref)
        expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'open', appeal: 'open' })
        expect(await bench().deliveries()).not.toEqual([])
        await bench().decide(ref, verdict)
        const reinstated = usd(verdict === 'won' ? 5000n : 0n)
        expect(await processor().fetchDispute(ref)).toMatchObject({
          status: verdict,
          appeal: 'decided',
          reinstated,
        })
      },
    )
  })
}

const evidence = {
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  productDescription: 'A logo.',
  serviceDate: '2026-11-15',
  activityLog: '2026-11-15 ordered',
  statement: 'The client accepted the delivery.',
}

function describeEvidence({ bench, processor, withEvents }: Cases): void {
  describe('evidence', () => {
    withEvents('is submitted once, and the bank can decide afterwards', async () => {
      const { ref } = await disputed(bench())
      const input = { id: ourNewId('evd'), disputeRef: ref, evidence }
      expect(await processor().submitEvidence(input)).toEqual({ outcome: 'submitted' })
      expect(await processor().submitEvidence(input)).toEqual({ outcome: 'submitted' })
      const again = await processor().submitEvidence({ ...input, id: ourNewId('evd') })
      expect(again).toMatchObject({ outcome: 'refused', refusal: { class: 'attention' } })
      await bench().decide(ref, 'won')
      expect(await processor().fetchDispute(ref)).toMatchObject({ status: 'won', reinstated: usd(5000n) })
    })

    withEvents('is refused for a decided and for an unknown dispute', async () => {
      const { ref } = await disputed(bench())
      await bench().decide(ref, 'lost')
      for (const disputeRef of [ref, 'du_none']) {
        const input = { id: ourNewId('evd'), disputeRef, evidence }
        expect(await processor().submitEvidence(input)).toMatchObject({ outcome: 'refused' })
      }
    })
  })
}

/** A disputed payment. */
async function disputed(bench: Bench): Promise<{ payment: PaymentSnapshot; ref: string }> {
  const payment = await topUp(bench, cards.disputed)
  await bench.deliveries()
  await bench.pass(aWhile)
  const events = (await bench.deliveries()).flatMap(({ rawBody, headers }) =>
    bench.processor.verifyEvents(rawBody, headers),
  )
  const about = events.find((event) => event.about.kind === 'dispute')?.about ?? fail('no dispute event')
  return { payment, ref: about.ref }
}
