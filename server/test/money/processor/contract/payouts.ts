import { describe, expect, it } from 'vitest'
import {
  aWhile,
  cards,
  newAccount,
  newLink,
  onboarded,
  ourNewId,
  topUp,
  usd,
  type Bench,
  type Cases,
} from './processor-fixture.ts'

export function describePayouts(cases: Cases): void {
  describeAccounts(cases)
  describeTransfers(cases)
  describeShortTransfers(cases)
  describeLostTransfers(cases)
  describeReversals(cases)
  describeBankPayouts(cases)
  describeRefusedBankPayouts(cases)
}

function describeAccounts({ bench, processor, onPages }: Cases): void {
  describe('createPayoutAccount', () => {
    it('creates an account that cannot be paid yet', async () => {
      const accountRef = await newAccount(bench())
      const account = await processor().fetchPayoutAccount(accountRef)
      expect(account?.ref).toBe(accountRef)
      expect(['not_started', 'action_required']).toContain(account?.status)
      expect(account?.missing.length).toBeGreaterThan(0)
      expect(await processor().fetchPayoutAccount('acct_nobody')).toBeUndefined()
    })

    it('creates one account per id', async () => {
      const input = { id: ourNewId('agt'), email: 'ada@example.com', country: 'US', currency: 'USD' }
      const first = await processor().createPayoutAccount(input)
      expect(await processor().createPayoutAccount(input)).toEqual(first)
      const other = { ...input, email: 'eve@example.com' }
      await expect(processor().createPayoutAccount(other)).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      })
    })

    it('succeeds at the next attempt after a refused country', async () => {
      const input = { id: ourNewId('agt'), email: 'ada@example.com', country: 'ZZ', currency: 'USD' }
      const refused = processor().createPayoutAccount(input)
      await expect(refused).rejects.toMatchObject({ name: 'ProcessorRefused', message: /ZZ/ })
      const corrected = { ...input, country: 'DE', attempt: 2 }
      const { ref } = await processor().createPayoutAccount(corrected)
      expect(await processor().createPayoutAccount(corrected)).toEqual({ ref })
    })

    it('opens an onboarding page', async () => {
      const link = await newLink(bench(), await newAccount(bench()))
      expect(link.url).toMatch(/^https?:\/\//)
    })

    onPages.each([
      ['sandbox_bank_ok', 'active', 'active'],
      ['sandbox_bank_review', 'pending', 'active'],
      ['sandbox_bank_incomplete', 'action_required', 'action_required'],
      ['sandbox_bank_refused', 'restricted', 'restricted'],
    ])('with %s becomes %s and finally %s', async (bank, first, last) => {
      const accountRef = await onboarded(bench(), bank)
      expect(await processor().fetchPayoutAccount(accountRef)).toMatchObject({ status: first })
      await bench().pass(aWhile)
      expect(await processor().fetchPayoutAccount(accountRef)).toMatchObject({ status: last })
    })
  })
}

const refusalOf = (kind: string, code: string) => ({ outcome: 'refused', refusal: { class: kind, code } })
const notReady = refusalOf('fail', 'account_not_ready')
const platformShort = refusalOf('retry', 'insufficient_platform_balance')
const accountShort = refusalOf('retry', 'insufficient_account_balance')

/** Adds settled funds to our balance. */
export async function fund(bench: Bench, amount = 100_000n, currency = 'USD'): Promise<void> {
  await topUp(bench, cards.settlesImmediately, { amount, currency })
}

export const newTransfer = (accountRef: string, amount = 3000n) => ({
  id: ourNewId('pout'),
  accountRef,
  amount: usd(amount),
})

function describeTransfers({ bench, processor, onPages }: Cases): void {
  describe('sendTransfer', () => {
    onPages('moves money from our balance to the account', async () => {
      await fund(bench())
      const input = newTransfer(await onboarded(bench()))
      const before = await processor().fetchBalance('USD')
      const result = await processor().sendTransfer(input)
      const transfer = { id: input.id, accountRef: input.accountRef, status: 'sent', amount: input.amount }
      expect(result).toMatchObject({ outcome: 'sent', transfer })
      const after = await processor().fetchBalance('USD')
      expect(before.available.amount - after.available.amount).toBe(3000n)
      const found = await processor().fetchTransfer({ id: input.id, under: input.accountRef })
      expect(found).toMatchObject(transfer)
      expect(await processor().fetchTransfer({ ref: found?.ref ?? '' })).toEqual(found)
    })

    onPages('moves money once per id', async () => {
      await fund(bench())
      const input = newTransfer(await onboarded(bench()))
      const first = await processor().sendTransfer(input)
      const before = await processor().fetchBalance('USD')
      expect(await processor().sendTransfer(input)).toEqual(first)
      expect(await processor().fetchBalance('USD')).toEqual(before)
      const other = { ...input, amount: usd(3001n) }
      expect(await processor().sendTransfer(other)).toMatchObject({
        outcome: 'refused',
        refusal: { class: 'attention', code: 'idempotency_mismatch' },
      })
    })

    onPages('finds the first transfer for a needlessly increased attempt number', async () => {
      await fund(bench())
      const input = newTransfer(await onboarded(bench()))
      const first = await processor().sendTransfer(input)
      expect(await processor().sendTransfer({ ...input, attempt: 2 })).toEqual(first)
    })

    onPages('fails while the account is not ready', async () => {
      await fund(bench())
      const result = await processor().sendTransfer(newTransfer(await newAccount(bench())))
      expect(result).toMatchObject(notReady)
    })
  })
}

function describeShortTransfers({ bench, processor, onPages }: Cases): void {
  describe('sendTransfer', () => {
    onPages('reports an insufficient balance and succeeds at the next attempt', async () => {
      const accountRef = await onboarded(bench(), 'sandbox_bank_ok', 'EUR')
      const input = { id: ourNewId('pout'), accountRef, amount: { amount: 700n, currency: 'EUR' } }
      expect(await processor().sendTransfer(input)).toMatchObject(platformShort)
      await fund(bench(), 2000n, 'EUR')
      expect(await processor().sendTransfer(input)).toMatchObject(platformShort)
      expect(await processor().sendTransfer({ ...input, attempt: 2 })).toMatchObject({ outcome: 'sent' })
    })

    onPages('cannot send card payments before they settle', async () => {
      const accountRef = await onboarded(bench(), 'sandbox_bank_ok', 'GBP')
      await topUp(bench(), cards.ok, { amount: 5000n, currency: 'GBP' })
      expect((await processor().fetchBalance('GBP')).pending.amount).toBeGreaterThan(0n)
      const input = { id: ourNewId('pout'), accountRef, amount: { amount: 4000n, currency: 'GBP' } }
      expect(await processor().sendTransfer(input)).toMatchObject(platformShort)
      await bench().pass(aWhile)
      expect((await processor().fetchBalance('GBP')).pending.amount).toBe(0n)
      expect(await processor().sendTransfer({ ...input, attempt: 2 })).toMatchObject({ outcome: 'sent' })
    })

    onPages('never overdraws the balance under concurrent transfers', async () => {
      await fund(bench(), 3000n, 'CHF')
      const accounts = await Promise.all(
        Array.from({ length: 8 }, () => onboarded(bench(), 'sandbox_bank_ok', 'CHF')),
      )
      const amount = { amount: 1000n, currency: 'CHF' }
      const results = await Promise.all(
        accounts.map((accountRef) => processor().sendTransfer({ id: ourNewId('pout'), accountRef, amount })),
      )
      expect(results.filter(({ outcome }) => outcome === 'sent')).toHaveLength(2)
      expect((await processor().fetchBalance('CHF')).available.amount).toBeGreaterThanOrEqual(0n)
    })
  })
}

function describeLostTransfers({ bench, processor, withFaults }: Cases): void {
  describe('sendTransfer', () => {
    withFaults.each(['after', 'before'] as const)(
      'is unknown when the response is lost %s the transfer',
      async (when) => {
        await fund(bench())
        const accountRef = await onboarded(bench())
        const input = newTransfer(accountRef, bench().lose(when))
        expect(await processor().sendTransfer(input)).toEqual({ outcome: 'unknown' })
        const found = await processor().fetchTransfer({ id: input.id, under: accountRef })
        expect(found?.amount).toEqual(when === 'after' ? input.amount : undefined)
        const before = await processor().fetchBalance('USD')
        expect(await processor().sendTransfer(input)).toMatchObject({ outcome: 'sent' })
        const after = await processor().fetchBalance('USD')
        expect(before.available.amount - after.available.amount).toBe(
          when === 'after' ? 0n : input.amount.amount,
        )
      },
    )
  })
}

async function transferred(bench: Bench, bank = 'sandbox_bank_ok') {
  await fund(bench)
  const accountRef = await onboarded(bench, bank)
  const result = await bench.processor.sendTransfer(newTransfer(accountRef))
  return { accountRef, transferRef: 'transfer' in result ? result.transfer.ref : '' }
}

function describeReversals({ bench, processor, onPages }: Cases): void {
  describe('reverseTransfer', () => {
    onPages('reverses a transfer, in full or in parts', async () => {
      const { accountRef, transferRef } = await transferred(bench())
      const part = (amount: bigint) => ({ id: ourNewId('rev'), transferRef, amount: usd(amount) })
      const first = part(1000n)
      const partly = { outcome: 'reversed', transfer: { status: 'partly_reversed', reversed: usd(1000n) } }
      expect(await processor().reverseTransfer(first)).toMatchObject(partly)
      expect(await processor().reverseTransfer(first)).toMatchObject(partly)
      const whole = { outcome: 'reversed', transfer: { status: 'reversed', reversed: usd(3000n) } }
      expect(await processor().reverseTransfer(part(2000n))).toMatchObject(whole)
      const counted = { ...first, attempt: 2 }
      expect(await processor().reverseTransfer(counted)).toMatchObject(whole)
      const rest = { id: ourNewId('pout'), accountRef, amount: usd(1n) }
      expect(await processor().sendBankPayout(rest)).toMatchObject(accountShort)
      expect(await processor().reverseTransfer(part(1n))).toMatchObject({
        outcome: 'refused',
        refusal: { class: 'attention' },
      })
    })

    onPages('cannot reverse money already sent to the bank', async () => {
      const { accountRef, transferRef } = await transferred(bench())
      await processor().sendBankPayout({ id: ourNewId('pout'), accountRef, amount: usd(3000n) })
      const input = { id: ourNewId('rev'), transferRef, amount: usd(3000n) }
      expect(await processor().reverseTransfer(input)).toMatchObject(accountShort)
    })
  })
}

async function paidOut(bench: Bench, bank: string) {
  const { processor } = bench
  const { accountRef, transferRef } = await transferred(bench, bank)
  const input = { id: ourNewId('pout'), accountRef, amount: usd(3000n) }
  const result = await processor.sendBankPayout(input)
  const status = async () => (await processor.fetchBankPayout({ id: input.id, under: accountRef }))?.status
  return { ...input, input, transferRef, result, status }
}

function describeBankPayouts({ bench, processor, onPages }: Cases): void {
  describe('sendBankPayout', () => {
    onPages('becomes paid after a delay', async () => {
      const { id, input, accountRef, amount, result, status } = await paidOut(bench(), 'sandbox_bank_ok')
      expect(result).toMatchObject({ outcome: 'submitted', payout: { id, accountRef, amount } })
      expect(['pending', 'in_transit']).toContain(await status())
      expect(await processor().sendBankPayout(input)).toEqual(result)
      expect(await processor().sendBankPayout({ ...input, attempt: 2 })).toEqual(result)
      await bench().pass(aWhile)
      expect(await status()).toBe('paid')
      const ref = 'payout' in result ? result.payout.ref : ''
      expect(await processor().fetchBankPayout({ ref, under: accountRef })).toMatchObject({ status: 'paid' })
      expect(await processor().fetchBankPayout({ ref: 'po_nobody', under: accountRef })).toBeUndefined()
    })

    onPages('fails when the bank refuses, and the transfer can be reversed', async () => {
      const { id, accountRef, transferRef, amount } = await paidOut(bench(), 'sandbox_bank_fail')
      await bench().pass(aWhile)
      const payout = await processor().fetchBankPayout({ id, under: accountRef })
      expect(payout).toMatchObject({ status: 'failed' })
      expect(payout?.failureCode).toBeTypeOf('string')
      const reversal = { id: ourNewId('rev'), transferRef, amount }
      expect(await processor().reverseTransfer(reversal)).toMatchObject({ outcome: 'reversed' })
    })

    onPages('fails after it was paid when the bank returns it', async () => {
      const { transferRef, amount, status } = await paidOut(bench(), 'sandbox_bank_return')
      await bench().pass(6000)
      expect(await status()).toBe('paid')
      await bench().pass(aWhile)
      expect(await status()).toBe('failed')
      const reversal = { id: ourNewId('rev'), transferRef, amount }
      expect(await processor().reverseTransfer(reversal)).toMatchObject({ outcome: 'reversed' })
    })
  })
}

function describeRefusedBankPayouts({ bench, processor, onPages, withFaults }: Cases): void {
  describe('sendBankPayout', () => {
    onPages('reports an insufficient account balance', async () => {
      const { accountRef } = await transferred(bench())
      const input = { id: ourNewId('pout'), accountRef, amount: usd(3001n) }
      expect(await processor().sendBankPayout(input)).toMatchObject(accountShort)
    })

    onPages('fails while the account is not ready', async () => {
      const input = { id: ourNewId('pout'), accountRef: await newAccount(bench()), amount: usd(100n) }
      const result = await processor().sendBankPayout(input)
      expect(result).toMatchObject(notReady)
    })

    withFaults('is unknown without a response and runs once', async () => {
      const { accountRef } = await transferred(bench())
      const input = { id: ourNewId('pout'), accountRef, amount: usd(bench().lose('after')) }
      expect(await processor().sendBankPayout(input)).toEqual({ outcome: 'unknown' })
      expect(await processor().fetchBankPayout({ id: input.id, under: accountRef })).toMatchObject({
        id: input.id,
      })
      expect(await processor().sendBankPayout(input)).toMatchObject({ outcome: 'submitted' })
      const rest = { id: ourNewId('pout'), accountRef, amount: usd(3000n - input.amount.amount) }
      expect(await processor().sendBankPayout(rest)).toMatchObject({ outcome: 'submitted' })
    })
  })
}
