import { describe, expect } from 'vitest'
import type { ChargeInput } from '../../../../src/money/processor/processor.ts'
import { aWhile, cards, newCustomer, ourNewId, saveCard, usd, type Cases } from './processor-fixture.ts'

export function describePayments(cases: Cases): void {
  describeCharges(cases)
  describeRefusedCharges(cases)
  describeSilence(cases)
  describeRemoval(cases)
}

const chargeOf = (saved: { customerRef: string; methodRef: string }, amount = 2500n): ChargeInput => ({
  ...saved,
  id: ourNewId('pay'),
  amount: usd(amount),
})

function describeCharges({ bench, processor, onPages }: Cases): void {
  describe('chargeSavedMethod', () => {
    onPages('succeeds without the owner', async () => {
      const input = chargeOf(await saveCard(bench(), cards.ok))
      const result = await processor().chargeSavedMethod(input)
      expect(result).toMatchObject({ outcome: 'succeeded', payment: { id: input.id, amount: input.amount } })
      expect('payment' in result && result.payment.fee?.amount).toBeGreaterThan(0n)
      const found = await processor().fetchPayment({ id: input.id, under: input.customerRef })
      expect(found).toEqual('payment' in result && result.payment)
    })

    onPages('charges once for one id', async () => {
      const input = chargeOf(await saveCard(bench(), cards.ok))
      const first = await processor().chargeSavedMethod(input)
      expect(await processor().chargeSavedMethod(input)).toEqual(first)
    })

    onPages('refuses the same id with another amount', async () => {
      const input = chargeOf(await saveCard(bench(), cards.ok))
      await processor().chargeSavedMethod(input)
      const other = { ...input, amount: usd(2501n) }
      await expect(processor().chargeSavedMethod(other)).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      })
    })
  })
}

function describeRefusedCharges({ bench, processor, onPages }: Cases): void {
  describe('chargeSavedMethod', () => {
    onPages.each([
      [cards.laterDeclined, 'card_declined'],
      [cards.asking, 'authentication_required'],
    ])('fails with %s: %s, and replays the failure', async (card, code) => {
      const input = chargeOf(await saveCard(bench(), card))
      const result = await processor().chargeSavedMethod(input)
      expect(result).toMatchObject({ outcome: 'failed', failure: { code } })
      expect(await processor().chargeSavedMethod(input)).toEqual(result)
      const payment = await processor().fetchPayment({ id: input.id, under: input.customerRef })
      expect(payment).toMatchObject({ status: 'failed', failure: { code }, fee: undefined })
    })

    onPages('may succeed late', async () => {
      const input = chargeOf(await saveCard(bench(), cards.ok), 2515n)
      const result = await processor().chargeSavedMethod(input)
      expect(result).toMatchObject({
        outcome: 'processing',
        payment: { status: 'processing', fee: undefined },
      })
      await bench().pass(aWhile)
      const payment = await processor().fetchPayment({ id: input.id, under: input.customerRef })
      expect(payment).toMatchObject({ status: 'succeeded', amount: usd(2515n) })
    })

    onPages('does not charge a card that was removed', async () => {
      const saved = await saveCard(bench(), cards.ok)
      await processor().removeMethod({ ref: saved.methodRef })
      const result = await processor().chargeSavedMethod(chargeOf(saved))
      expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'method_removed' } })
    })

    onPages('does not charge a card of another customer', async () => {
      const { methodRef } = await saveCard(bench(), cards.ok)
      const input = chargeOf({ methodRef, customerRef: await newCustomer(bench()) })
      const result = await processor()
        .chargeSavedMethod(input)
        .catch((error: unknown) => error)
      expect(result).not.toMatchObject({ outcome: 'succeeded' })
      expect(await processor().fetchPayment({ id: input.id, under: input.customerRef })).toBeUndefined()
    })

    onPages('charges once when ten concurrent callers use one id', async () => {
      const input = chargeOf(await saveCard(bench(), cards.ok))
      const results = await Promise.all(
        Array.from({ length: 10 }, () => processor().chargeSavedMethod(input)),
      )
      const refs = results.flatMap((result) => ('payment' in result ? [result.payment.ref] : []))
      expect(new Set(refs).size).toBe(1)
      expect(results.every(({ outcome }) => outcome === 'succeeded' || outcome === 'unknown')).toBe(true)
    })
  })
}

function describeSilence({ bench, processor, withFaults }: Cases): void {
  describe('a charge without a response', () => {
    withFaults('is unknown, and found by our id if it succeeded', async () => {
      const saved = await saveCard(bench(), cards.ok)
      const input = chargeOf(saved, bench().lose('after'))
      expect(await processor().chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
      const payment = await processor().fetchPayment({ id: input.id, under: input.customerRef })
      expect(payment).toMatchObject({ id: input.id, status: 'succeeded', amount: input.amount })
    })

    withFaults('is unknown, and a repeated call returns the first result', async () => {
      const saved = await saveCard(bench(), cards.ok)
      const input = chargeOf(saved, bench().lose('after'))
      await processor().chargeSavedMethod(input)
      const payment = await processor().fetchPayment({ id: input.id, under: input.customerRef })
      expect(await processor().chargeSavedMethod(input)).toEqual({ outcome: 'succeeded', payment })
    })

    withFaults('is unknown, and not found if it failed; a repeated call succeeds', async () => {
      const saved = await saveCard(bench(), cards.ok)
      const input = chargeOf(saved, bench().lose('before'))
      expect(await processor().chargeSavedMethod(input)).toEqual({ outcome: 'unknown' })
      expect(await processor().fetchPayment({ id: input.id, under: input.customerRef })).toBeUndefined()
      expect(await processor().chargeSavedMethod(input)).toMatchObject({ outcome: 'succeeded' })
    })
  })
}

function describeRemoval({ bench, processor, onPages }: Cases): void {
  describe('removeMethod', () => {
    onPages('removes a card and is idempotent', async () => {
      const { methodRef } = await saveCard(bench(), cards.ok)
      await processor().removeMethod({ ref: methodRef })
      await processor().removeMethod({ ref: methodRef })
      expect(await processor().fetchMethod(methodRef)).toMatchObject({ status: 'removed', last4: '4242' })
    })

    onPages('refuses an unknown reference', async () => {
      expect(await processor().fetchMethod('pm_nobody')).toBeUndefined()
    })
  })
}
