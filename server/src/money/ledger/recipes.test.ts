import * as fc from 'fast-check'
import { feeOf } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { AgentId } from './accounts.ts'
import { accountName } from './accounts.ts'
import { apply, emptyLedger } from './model.ts'
import { faultOf } from './posting-faults.ts'
import type { Posting } from './posting-types.ts'
import {
  chargeback,
  chargebackWon,
  convertEarnings,
  correct,
  coverDebt,
  freeze,
  hold,
  holdEarnings,
  moveFunds,
  payoutHold,
  payoutRelease,
  payoutReturn,
  payoutSent,
  refundFailed,
  refundToCard,
  returnHeld,
  releaseEarnings,
  repay,
  rule,
  settle,
  topUp,
  topUpFee,
  unfreeze,
  writeOff,
} from './recipes.ts'

const money = { book: 'sandbox', currency: 'USD' } as const
const client: AgentId = 'agt_client'
const provider: AgentId = 'agt_provider'
const payment = { ...money, paymentId: 'pay_1', processor: 'sandbox', agentId: client }
const task = { ...money, taskId: 'task_1', clientId: client, providerId: provider, feeBps: 500 } as const
const dispute = { ...task, disputeId: 'dispute_1' }
const payout = { ...money, payoutId: 'pout_1', agentId: provider, processor: 'sandbox', amount: 5700n }
const waiting = { ...money, holdId: 'ehd_1', taskId: 'task_1', agentId: provider, amount: 5700n }
const bank = { ...payment, chargebackId: 'dp_1', amount: 10_000n }

const summary = ({ transfers }: Posting) =>
  transfers.map(({ debit, credit, amount }) => `${debit.kind} → ${credit.kind} ${amount}`)

describe('the recipe', () => {
  it.each<[string, Posting, string[]]>([
    ['top_up:pay_1', topUp({ ...payment, amount: 10_000n }), ['processor_clearing → available 10000']],
    [
      'top_up_fee:txn_1',
      topUpFee({ ...payment, feeId: 'txn_1', amount: 320n }),
      ['processor_fees → processor_clearing 320'],
    ],
    [
      'repay:pay_1',
      repay({ ...payment, causeId: 'pay_1', available: 10_000n, owed: 700n }),
      ['available → receivable 700'],
    ],
    [
      'repay:pay_1',
      repay({ ...payment, causeId: 'pay_1', available: 500n, owed: 700n }),
      ['available → receivable 500'],
    ],
    ['repay:pay_1', repay({ ...payment, causeId: 'pay_1', available: 500n, owed: 0n }), []],
    [
      'convert:req_1',
      convertEarnings({ ...payment, requestId: 'req_1', amount: 100n }),
      ['earnings → available 100'],
    ],
    ['hold:task_1', hold({ ...task, amount: 6000n }), ['available → held 6000']],
    ['hold:task_1', hold({ ...task, amount: 0n }), []],
    ['hold:task_1:2', hold({ ...task, amount: 500n, part: 2 }), ['available → held 500']],
    ['settle:task_1', settle({ ...task, amount: 6000n }), ['held → earnings 5700', 'held → revenue 300']],
    ['settle:task_1', settle({ ...task, amount: 6000n, feeBps: 0 }), ['held → earnings 6000']],
    ['settle:task_1', settle({ ...task, amount: 6000n, feeBps: 10_000 }), ['held → revenue 6000']],
    ['release:task_1', returnHeld({ ...task, amount: 6000n }), ['held → available 6000']],
    ['freeze:dispute_1', freeze({ ...dispute, amount: 6000n }), ['held → dispute 6000']],
    ['unfreeze:dispute_1', unfreeze({ ...dispute, amount: 6000n }), ['dispute → held 6000']],
    [
      'rule:dispute_1',
      rule({ ...dispute, amount: 6000n, toClient: 1999n }),
      ['dispute → available 1999', 'dispute → earnings 3801', 'dispute → revenue 200'],
    ],
    ['rule:dispute_1', rule({ ...dispute, amount: 6000n, toClient: 6000n }), ['dispute → available 6000']],
    [
      'move_funds:mov_1',
      moveFunds({
        ...money,
        moveId: 'mov_1',
        from: client,
        to: provider,
        amounts: [
          { kind: 'available', amount: 40n },
          { kind: 'earnings', amount: 0n },
          { kind: 'earnings_pending', amount: 2n },
        ],
      }),
      ['available → available 40', 'earnings_pending → earnings_pending 2'],
    ],
    ['earnings_hold:ehd_1', holdEarnings(waiting), ['earnings → earnings_pending 5700']],
    ['earnings_release:ehd_1', releaseEarnings(waiting), ['earnings_pending → earnings 5700']],
    [
      'earnings_cover:ehd_1',
      coverDebt({ ...waiting, clientId: client }),
      ['earnings_pending → receivable 5700'],
    ],
    ['payout_hold:pout_1', payoutHold(payout), ['earnings → payout_pending 5700']],
    ['payout_sent:pout_1', payoutSent(payout), ['payout_pending → processor_clearing 5700']],
    ['payout_release:pout_1', payoutRelease(payout), ['payout_pending → earnings 5700']],
    ['payout_return:pout_1', payoutReturn(payout), ['processor_clearing → earnings 5700']],
    [
      'refund:re_1',
      refundToCard({ ...bank, refundId: 're_1', available: 4000n }),
      ['available → processor_clearing 4000', 'receivable → processor_clearing 6000'],
    ],
    [
      'refund:re_2',
      refundToCard({ ...bank, refundId: 're_2', available: 10_001n }),
      ['available → processor_clearing 10000'],
    ],
    [
      'refund_failed:re_1',
      refundFailed({ ...bank, refundId: 're_1', owed: 6000n }),
      ['processor_clearing → receivable 6000', 'processor_clearing → available 4000'],
    ],
    [
      'chargeback:dp_1',
      chargeback({ ...bank, available: 4000n, fee: 1500n }),
      [
        'available → processor_clearing 4000',
        'receivable → processor_clearing 6000',
        'processor_fees → processor_clearing 1500',
      ],
    ],
    [
      'chargeback:dp_1',
      chargeback({ ...bank, available: 90_000n, fee: 0n }),
      ['available → processor_clearing 10000'],
    ],
    [
      'chargeback_won:dp_1',
      chargebackWon({ ...bank, owed: 6000n }),
      ['processor_clearing → receivable 6000', 'processor_clearing → available 4000'],
    ],
    [
      'write_off:wo_1',
      writeOff({ ...payout, writeOffId: 'wo_1', amount: 6000n }),
      ['chargeback_losses → receivable 6000'],
    ],
    [
      'correct:settle:task_1',
      correct(settle({ ...task, amount: 6000n })),
      ['revenue → held 300', 'earnings → held 5700'],
    ],
  ])('of %s creates exactly its transfers', (key, posting, transfers) => {
    expect({ key: posting.key, transfers: summary(posting) }).toEqual({ key, transfers })
  })
})

const someAmount = fc.bigInt({ min: 1n, max: 99_999_999n })
const anyAmount = fc.bigInt({ min: 0n, max: 99_999_999n })
const someRate = fc.integer({ min: 0, max: 10_000 })
const facts = fc.record({
  amount: someAmount,
  feeBps: someRate,
  part: anyAmount,
  balance: anyAmount,
  fee: anyAmount,
})

/** Every recipe on the same arbitrary numbers. */
const postings = facts.map(({ amount, feeBps, part, balance, fee }): Posting[] => {
  const sum = { amount, feeBps }
  const toClient = part % (amount + 1n)
  return [
    topUp({ ...payment, amount }),
    topUpFee({ ...payment, feeId: 'txn_1', amount: fee }),
    repay({ ...payment, causeId: 'pay_1', available: balance, owed: part }),
    convertEarnings({ ...payment, requestId: 'req_1', amount }),
    hold({ ...task, ...sum }),
    settle({ ...task, ...sum }),
    returnHeld({ ...task, ...sum }),
    freeze({ ...dispute, ...sum }),
    unfreeze({ ...dispute, ...sum }),
    rule({ ...dispute, ...sum, toClient }),
    payoutHold({ ...payout, amount }),
    payoutSent({ ...payout, amount }),
    payoutRelease({ ...payout, amount }),
    payoutReturn({ ...payout, amount }),
    refundToCard({ ...bank, refundId: 're_1', amount, available: balance }),
    refundFailed({ ...bank, refundId: 're_1', amount, owed: balance }),
    chargeback({ ...bank, amount, available: balance, fee }),
    chargebackWon({ ...bank, amount, owed: balance }),
    writeOff({ ...payout, writeOffId: 'wo_1', amount }),
  ]
})

const total = ({ transfers }: Posting, toKind?: string) =>
  transfers
    .filter(({ credit }) => toKind === undefined || credit.kind === toKind)
    .reduce((sum, { amount }) => sum + amount, 0n)

describe('every recipe', () => {
  it('creates valid transfers of positive amounts under a unique key', () => {
    fc.assert(
      fc.property(postings, (all) => {
        for (const posting of [...all, ...all.map(correct)]) {
          expect(faultOf(posting)).toBeUndefined()
          expect(posting.key.startsWith(`${posting.kind}:`)).toBe(true)
        }
        expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
      }),
    )
  })

  it('is reversed exactly by its correction', () => {
    fc.assert(
      fc.property(postings, (all) => {
        for (const posting of all) {
          const ledger = emptyLedger()
          // Enough money everywhere, so that only the arithmetic counts.
          for (const { account, balance } of rich(posting))
            ledger.entries.set(accountName(account), { account, balance, seq: 0n })
          const outcomes = [apply(ledger, posting), apply(ledger, correct(posting))]
          if (posting.transfers.length > 0) expect(outcomes).toEqual(['posted', 'posted'])
          for (const { account, balance } of rich(posting)) {
            expect(ledger.entries.get(accountName(account))?.balance).toBe(balance)
          }
        }
      }),
    )
  })
})

const rich = ({ transfers }: Posting) =>
  transfers
    .flatMap(({ debit, credit }) => [debit, credit])
    .map((account) => ({ account, balance: account.kind === 'receivable' ? -(10n ** 12n) : 10n ** 12n }))

describe('money of a task', () => {
  it('is conserved by a settlement', () => {
    fc.assert(
      fc.property(someAmount, someRate, (amount, feeBps) => {
        const posting = settle({ ...task, amount, feeBps })
        expect([total(posting), total(posting, 'revenue')]).toEqual([
          amount,
          feeOf({ amount, currency: 'USD' }, feeBps),
        ])
      }),
    )
  })

  it('is conserved by any split', () => {
    fc.assert(
      fc.property(someAmount, anyAmount, someRate, (amount, part, feeBps) => {
        const toClient = part % (amount + 1n)
        const posting = rule({ ...dispute, amount, feeBps, toClient })
        expect(total(posting)).toBe(amount)
        expect(total(posting, 'available')).toBe(toClient)
        expect(total(posting, 'revenue')).toBe(feeOf({ amount: amount - toClient, currency: 'USD' }, feeBps))
      }),
    )
  })

  it('cannot be split into more than the total', () => {
    expect(() => rule({ ...dispute, amount: 100n, toClient: 101n })).toThrow('amount is negative')
  })
})

describe('a chargeback', () => {
  it('debits its amount from the wallet, and credits the same amount when it is won', () => {
    fc.assert(
      fc.property(someAmount, anyAmount, (amount, balance) => {
        expect(total(chargeback({ ...bank, amount, available: balance, fee: 0n }))).toBe(amount)
        expect(total(chargebackWon({ ...bank, amount, owed: balance }))).toBe(amount)
      }),
    )
  })
})
