import { expect, vi } from 'vitest'
import {
  chargeback,
  chargebackWon,
  convertEarnings,
  correct,
  freeze,
  hold,
  payoutHold,
  payoutRelease,
  payoutReturn,
  payoutSent,
  refundFailed,
  refundToCard,
  release,
  repay,
  rule,
  settle,
  topUp,
  topUpFee,
  unfreeze,
  writeOff,
} from '../src/money/ledger/recipes.ts'
import { rollUp } from '../src/money/ledger/roll-up.ts'
import { fund, newAgent, newName, newTrade, posted, processor, usd } from '../src/money/ledger/test-facts.ts'
import type { Souk } from './harness.ts'

/** The agent whose money most of the postings move. */
export const rich = newAgent()
/** A task that is still open, for which 520 are held. */
export const open = { ...newTrade(), clientId: rich, amount: 500n }
export const settled = { ...newTrade(), clientId: rich, providerId: rich, amount: 400n }
export const paid = { ...usd, agentId: rich, processor, payoutId: newName('pout'), amount: 100n }

/** A ledger in which every recipe has been used, some more than once, and some undone. */
export async function postEveryRecipe(souk: Souk): Promise<void> {
  const [agentId, second] = [newAgent(), newAgent()]
  const payment = { ...usd, agentId, processor, paymentId: newName('pay'), amount: 1000n }
  const trade = (amount: bigint) => ({ ...newTrade(), clientId: rich, providerId: second, amount })
  const [released, ruled, calmed, undone] = [trade(50n), trade(333n), trade(70n), trade(90n)]
  const payout = { ...usd, agentId: rich, processor, amount: 40n }
  const [refused, returned] = [newName('pout'), newName('pout')]
  await fund(souk, rich, 10_000n)
  for (const posting of [
    topUp(payment),
    topUpFee({ ...payment, feeId: newName('txn'), amount: 32n }),
    hold(open),
    hold({ ...open, amount: 20n, part: 2 }),
    hold(settled),
    settle(settled),
    hold(released),
    release(released),
    hold(ruled),
    freeze(ruled),
    rule({ ...ruled, toClient: 100n }),
    hold(calmed),
    freeze(calmed),
    unfreeze(calmed),
    settle(calmed),
    hold(undone),
    settle(undone),
    correct(settle(undone)),
    correct(correct(settle(undone))),
    hold({ ...undone, taskId: 'task_void' }),
    correct(hold({ ...undone, taskId: 'task_void' })),
    payoutHold(paid),
    payoutSent(paid),
    payoutHold({ ...payout, payoutId: refused }),
    payoutRelease({ ...payout, payoutId: refused }),
    payoutHold({ ...payout, payoutId: returned }),
    payoutSent({ ...payout, payoutId: returned }),
    payoutReturn({ ...payout, payoutId: returned }),
    convertEarnings({ ...usd, agentId: rich, requestId: newName('req'), amount: 60n }),
    refundToCard({ ...payment, refundId: 're_1', amount: 200n, available: 1000n }),
    refundFailed({ ...payment, refundId: 're_1', amount: 200n, owed: 0n }),
    refundToCard({ ...payment, refundId: 're_2', amount: 300n, available: 1000n }),
    chargeback({ ...payment, chargebackId: 'dp_1', available: 700n, fee: 15n }),
    topUp({ ...payment, paymentId: 'pay_later', amount: 100n }),
    repay({ ...payment, causeId: 'pay_later', available: 100n, owed: 300n }),
    writeOff({ ...usd, agentId, writeOffId: 'wo_1', amount: 50n }),
    chargebackWon({ ...payment, chargebackId: 'dp_1', owed: 150n }),
  ]) {
    await posted(souk, posting)
  }
  // Only what is final is rolled up, and transactions of other tests in the same PostgreSQL put that off.
  await vi.waitFor(async () => {
    await rollUp(souk.context)
    const rolled = souk.context.database.selectFrom('ledger_rollups').select('balance')
    expect(await rolled.where('balance', '<>', 0n).execute()).not.toEqual([])
  }, 30_000)
  await fund(souk, rich, 1n)
}
