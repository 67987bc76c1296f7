import { describe, expect } from 'vitest'
import { fund, newTransfer } from './payouts.ts'
import { aWhile, onboarded, ourNewId, usd, type Bench, type Cases } from './processor-fixture.ts'

/** A refusal is definite and replayed for its key; the next attempt has a new key. */
export function describePayoutRefusals(cases: Cases): void {
  describeRefusedTransfers(cases)
  describeRefusedReversals(cases)
  describeArrivals(cases)
}

const stopped = {
  outcome: 'refused',
  refusal: { class: 'attention', code: 'action_blocked', message: expect.stringMatching(/review/) },
}

function describeRefusedTransfers({ bench, processor, onPages }: Cases): void {
  describe('a refused step of a payout', () => {
    onPages('is a transfer that succeeds at the next attempt', async () => {
      await fund(bench())
      const accountRef = await onboarded(bench(), 'sandbox_bank_hold')
      const input = newTransfer(accountRef)
      const before = await processor().fetchBalance('USD')
      expect(await processor().sendTransfer(input)).toMatchObject(stopped)
      expect(await processor().sendTransfer(input)).toMatchObject(stopped)
      expect(await processor().fetchTransfer({ id: input.id, under: accountRef })).toBeUndefined()
      expect(await processor().fetchBalance('USD')).toEqual(before)
      const sent = await processor().sendTransfer({ ...input, attempt: 2 })
      expect(sent).toMatchObject({ outcome: 'sent' })
      expect(await processor().sendTransfer({ ...input, attempt: 3 })).toEqual(sent)
    })

    onPages('is a bank payout that succeeds at a later attempt', async () => {
      const { accountRef } = await transferredTo(bench(), 'sandbox_bank_limit')
      const input = { id: ourNewId('pout'), accountRef, amount: usd(3000n) }
      const limit = { outcome: 'refused', refusal: { class: 'retry', code: 'payouts_limit_exceeded' } }
      for (const attempt of [1, 1, 2, 2]) {
        expect(await processor().sendBankPayout({ ...input, attempt })).toMatchObject(limit)
      }
      expect(await processor().fetchBankPayout({ id: input.id, under: accountRef })).toBeUndefined()
      expect(await processor().sendBankPayout({ ...input, attempt: 3 })).toMatchObject({
        outcome: 'submitted',
      })
    })

    onPages('is a bank payout whose transfer can be reversed', async () => {
      const { accountRef, transferRef } = await transferredTo(bench(), 'sandbox_bank_stop')
      const input = { id: ourNewId('pout'), accountRef, amount: usd(3000n) }
      expect(await processor().sendBankPayout(input)).toMatchObject(stopped)
      const reversal = { id: input.id, transferRef, amount: usd(3000n) }
      expect(await processor().reverseTransfer(reversal)).toMatchObject({ outcome: 'reversed' })
    })
  })
}

function describeRefusedReversals({ bench, processor, onPages }: Cases): void {
  describe('a refused step of a payout', () => {
    onPages('is a reversal that succeeds at the next attempt', async () => {
      const { accountRef, transferRef } = await transferredTo(bench(), 'sandbox_bank_stuck')
      const input = { id: ourNewId('pout'), accountRef, amount: usd(3000n) }
      await processor().sendBankPayout(input)
      await bench().pass(aWhile)
      expect(await processor().fetchBankPayout({ id: input.id, under: accountRef })).toMatchObject({
        status: 'failed',
        failureMessage: expect.any(String),
      })
      const reversal = { id: input.id, transferRef, amount: usd(3000n) }
      for (let repeated = 0; repeated < 2; repeated++) {
        expect(await processor().reverseTransfer(reversal)).toMatchObject(stopped)
      }
      const reversed = await processor().reverseTransfer({ ...reversal, attempt: 2 })
      expect(reversed).toMatchObject({ outcome: 'reversed', transfer: { status: 'reversed' } })
      expect(await processor().reverseTransfer({ ...reversal, attempt: 3 })).toEqual(reversed)
    })
  })
}

function describeArrivals({ bench, processor, onPages }: Cases): void {
  describe('fetchArrival', () => {
    onPages('returns the amount that reached the account', async () => {
      const { accountRef, transferRef } = await transferredTo(bench(), 'sandbox_bank_ok')
      const lookup = { ref: transferRef, under: accountRef }
      expect(await processor().fetchArrival(lookup)).toEqual(usd(3000n))
      expect(await processor().fetchArrival({ ...lookup, ref: 'tr_nobody' })).toBeUndefined()
    })
  })
}

async function transferredTo(bench: Bench, bank: string) {
  await fund(bench)
  const accountRef = await onboarded(bench, bank)
  const sent = await bench.processor.sendTransfer(newTransfer(accountRef))
  return { accountRef, transferRef: 'transfer' in sent ? sent.transfer.ref : '' }
}
