import type { Mutant } from './mutant.ts'

const chargebacks = ['server/test/money/chargebacks.test.ts']
const payments = ['server/test/money/payments.test.ts']
const refunds = ['server/test/money/refunds.test.ts']
const payouts = ['server/test/money/payouts.test.ts']
const refusals = ['server/test/money/payouts-late.test.ts']

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'payout-without-hold',
    breaks: 'A payout is sent without debiting the earnings.',
    file: 'server/src/money/payouts/request-payout.ts',
    find: 'await post(tx, payoutHold({ ...wallet, amount, payoutId: id }), { actor: actorOf(caller) })',
    replace: 'void [post, payoutHold, actorOf]',
    tests: payouts,
  },
  {
    name: 'failed-payout-returned-twice',
    breaks: 'A reversal event returns the amount of a failed payout a second time.',
    file: 'server/src/money/payouts/apply-payout.ts',
    find: "new Set(['returned', 'failed', 'canceled'])",
    replace: "new Set(['returned'])",
    tests: refusals,
  },
  {
    name: 'holding-period-ignored',
    breaks: 'Earnings can be paid out before their holding period ends.',
    file: 'server/src/money/ledger/cleared-queries.ts',
    find: 'return earnings > young ? earnings - young : 0n',
    replace: 'return earnings > young ? earnings : 0n',
    tests: ['server/test/money/ledger/ledger-queries.test.ts'],
  },
  {
    name: 'daily-cap-ignores-in-flight',
    breaks: 'Charges in flight do not count against the daily cap, so that concurrent charges exceed it.',
    file: 'server/src/money/payments/queries.ts',
    find: ".where('state', 'not in', ['failed', 'expired'])",
    replace: ".where('state', '=', 'succeeded')",
    tests: payments,
  },
  {
    name: 'decline-returns-success',
    breaks: 'A declined charge returns success.',
    file: 'server/src/money/payments/fund-balance.ts',
    find: "if (payment.state === 'failed') {",
    replace: "if (payment.state === 'expired') {",
    tests: payments,
  },
  {
    name: 'unknown-outcome-failed',
    breaks: 'A charge with an unknown outcome is marked as failed, although the card may have been charged.',
    file: 'server/src/money/payments/fund-balance.ts',
    find: 'return updatePayment(tx, payment.id, { due_at: tx.now })',
    replace: "return updatePayment(tx, payment.id, { state: 'failed', due_at: null })",
    tests: payments,
  },
  {
    name: 'chargeback-of-every-book',
    breaks: 'An open chargeback of test mode restricts the wallet after the switch to live mode.',
    file: 'server/src/money/payments/queries.ts',
    find: ".where('book', '=', book)",
    replace: ".where('book', 'in', ['sandbox', 'test', 'live', book])",
    tests: ['server/test/money/chargebacks-other-books.test.ts'],
  },
  {
    name: 'lost-chargeback-of-every-book',
    breaks: 'A lost chargeback of test mode takes earnings of providers in live mode.',
    file: 'server/src/money/payments/apply/hold-queries.ts',
    find: 'where agent_id = ${agentId} and book = ${book} and currency',
    replace: 'where agent_id = ${agentId} and currency',
    tests: ['server/test/money/chargebacks-other-books.test.ts'],
  },
  {
    name: 'old-idempotency-key-found',
    breaks:
      'A top-up with a key that was used days ago opens a page under the old payment, and is never credited.',
    file: 'server/src/money/payments/queries.ts',
    find: ".where('created_at', '>', after)",
    replace: ".where('created_at', 'is not', null)",
    tests: ['server/test/money/payment-keys.test.ts'],
  },
  {
    name: 'second-payment-replayed',
    breaks: 'A second payment that the processor reports under one id is not credited.',
    file: 'server/src/money/payments/apply/apply-payment.ts',
    find: 'if (isOtherPayment(payment, snapshot)) return applyOtherPayment(tx, payment, snapshot, actor)',
    replace: 'void [isOtherPayment, applyOtherPayment]',
    tests: ['server/test/money/payments-stripe.test.ts'],
  },
  {
    name: 'event-not-verified',
    breaks: 'The signature of processor events is not verified.',
    file: 'server/src/money/processor/sandbox/events.ts',
    find: "if (!known.some((tag) => sameBytes(tag, Buffer.from(sent, 'hex')))) {",
    replace: "if (known.length === 0 || (sent !== '' && sent.length !== 64)) {",
    tests: ['server/test/money/processor/processor-sandbox.test.ts'],
  },
  {
    name: 'event-credited-twice',
    breaks: 'Every processor event of a top-up credits it again.',
    file: 'server/src/money/payments/apply/apply-payment.ts',
    find: 'const { replayed } = await post(tx, topUp(fact), { actor })',
    replace:
      'const { replayed } = await post(tx, topUp({ ...fact, paymentId: crypto.randomUUID() }), { actor })',
    tests: payments,
  },
  {
    name: 'won-chargeback-keeps-debt',
    breaks: 'A won chargeback credits the wallet without repaying the debt it caused.',
    file: 'server/src/money/ledger/recipes.ts',
    find: 'const repaid = smallest(fact.owed, fact.amount)',
    replace: 'const repaid = smallest(0n, fact.amount)',
    tests: ['server/src/money/ledger/recipes.test.ts'],
  },
  {
    name: 'refund-above-balance-ignored',
    breaks: 'A refund debits nothing when the wallet balance is too low for all of it.',
    file: 'server/src/money/payments/apply/apply-refund.ts',
    find: "if (known === undefined && snapshot.status !== 'failed') {\n    const { available } = await lockBalances(tx, wallet)",
    replace:
      "const { available } = await lockBalances(tx, wallet)\n  if (known === undefined && snapshot.status !== 'failed' && available >= fact.amount) {",
    tests: refunds,
  },
  {
    name: 'failed-refund-reopened',
    breaks: 'A late event reopens a failed refund.',
    file: 'server/src/money/payments/apply/apply-refund.ts',
    find: "return state === 'failed' || (",
    replace: 'return (',
    tests: refunds,
  },
  {
    name: 'unreported-refund-missed',
    breaks: 'A refund without an event is never discovered.',
    file: 'server/src/money/payments/poll/scan-balance-transactions.ts',
    find: "(kind !== 'dispute' && kind !== 'refund')",
    replace: "kind !== 'dispute'",
    tests: refunds,
  },
  {
    name: 'unreported-reinstatement-missed',
    breaks: 'A won appeal without an event never returns the money.',
    file: 'server/src/money/payments/poll/poll-queries.ts',
    find: ' or known.reinstated < moved.returned',
    replace: '',
    tests: chargebacks,
  },
  {
    name: 'scan-skips-a-downtime',
    breaks: 'A dispute from before a downtime is lost if the processor fails in the first scan after it.',
    file: 'server/src/money/payments/poll/scan-balance-transactions.ts',
    find: 'isComplete ? startedAt : retryFrom(seenUpTo, startedAt)',
    replace: 'startedAt',
    tests: chargebacks,
  },
  {
    name: 'restricted-wallet-pays-out',
    breaks: 'Earnings can be paid out while a chargeback is open.',
    file: 'server/src/money/payouts/request-payout.ts',
    find: '  await requireDebtFree(tx, wallet)\n',
    replace: '  void requireDebtFree\n',
    tests: refusals,
  },
  {
    name: 'wallet-role-not-checked',
    breaks: 'A person without a wallet role can use the wallet of an agent.',
    file: 'server/src/money/payments/wallet.ts',
    find: "if (caller.kind === 'user' && !holds(caller.agentRole, 'wallet')) {",
    replace:
      "if (caller.kind === 'user' && caller.agentRole === null && !holds(caller.agentRole, 'wallet')) {",
    tests: payments,
  },
]
