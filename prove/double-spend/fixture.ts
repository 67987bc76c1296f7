import { sql } from 'kysely'
import { scopes } from 'souk-contract'
import { post } from '../../server/src/money/ledger/post.ts'
import type { Posting } from '../../server/src/money/ledger/posting-types.ts'
import { balancesOf } from '../../server/src/money/ledger/queries.ts'
import {
  hold,
  payoutHold,
  payoutSent,
  refundToCard,
  settle,
  topUp,
} from '../../server/src/money/ledger/recipes.ts'
import { newAgent, newName, newTrade, processor, usd } from '../../server/src/money/ledger/test-facts.ts'
import { goodCard, idOf, createPaymentActions } from '../../server/test/fixtures/money/payment-actions.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { chargesMax, share, type Balances, type Side } from './model.ts'

/** Both sides of a trade, each with a bank account; the client also has a saved card. */
export type TraderPair = Readonly<Record<Side, TestAgent>>

export async function createTraders(souk: Souk): Promise<TraderPair> {
  const payments = createPaymentActions(souk)
  const join = async (): Promise<TestAgent> => {
    const trader = await createTestAgent(souk, [...scopes])
    const { session } = (await souk.call('startOnboarding', {}, trader.asPerson)).data
    await payments.complete(session, { bank: 'sandbox_bank_ok' })
    return trader
  }
  const [client, provider] = await Promise.all([join(), join()])
  const caps = { maxPerCharge: share, maxPerDay: chargesMax * share, currency: 'USD' }
  const { session } = (await souk.call('bootstrapAuthority', caps, client.asPerson)).data
  await payments.complete(session, { card: goodCard })
  // Processor events of earlier races are delivered first, and there can be many.
  do await payments.settle()
  while (await hasDueEvents(souk))
  return { client, provider }
}

/** Whether processor events are due. */
async function hasDueEvents({ context, clock }: Souk): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from sandbox_events where state = 'queued' and due_at <= ${clock.now()})
      or exists (select from processor_events where state = 'queued' and due_at <= ${clock.now()}) as due`.execute(
    context.database,
  )
  return rows[0]?.due === true
}

export async function readBalances({ context }: Souk, { agent }: TestAgent): Promise<Balances> {
  const wallet = { ...usd, agentId: idOf(agent) }
  const found = await context.store.read((reader) => balancesOf(reader, wallet))
  const { available, held, earnings, payoutPending } = found
  return {
    available: Number(available),
    held: Number(held),
    earnings: Number(earnings),
    payoutPending: Number(payoutPending),
  }
}

/** Sets the available balance and the earnings by top-ups, refunds and payouts; returns all balances. */
export async function setBalances(
  souk: Souk,
  trader: TestAgent,
  { available, earnings }: Pick<Balances, 'available' | 'earnings'>,
): Promise<Balances> {
  const balances = await readBalances(souk, trader)
  const postings = [
    ...adjustAvailable(trader, available - balances.available),
    ...adjustEarnings(trader, earnings - balances.earnings),
  ]
  if (postings.length === 0) return balances
  await souk.context.store.write(async (tx) => {
    for (const posting of postings) await post(tx, posting, { actor: 'system' })
  })
  return { ...balances, available, earnings }
}

function adjustAvailable({ agent }: TestAgent, change: number): Posting[] {
  const fact = { ...usd, agentId: idOf(agent), processor, paymentId: newName('pay') }
  if (change === 0) return []
  const amount = BigInt(Math.abs(change))
  return change > 0
    ? [topUp({ ...fact, amount })]
    : [refundToCard({ ...fact, amount, available: amount, refundId: newName('refund') })]
}

/** Adds earnings by a task for another agent, and removes them by a payout. */
function adjustEarnings({ agent }: TestAgent, change: number): Posting[] {
  const agentId = idOf(agent)
  if (change < 0) {
    const payout = { ...usd, agentId, processor, payoutId: newName('pout'), amount: BigInt(-change) }
    return [payoutHold(payout), payoutSent(payout)]
  }
  if (change === 0) return []
  const amount = BigInt(change)
  const otherClient = newAgent()
  const work = { ...newTrade(), clientId: otherClient, providerId: agentId, feeBps: 0, amount }
  const paid = { ...usd, agentId: otherClient, amount, processor, paymentId: newName('pay') }
  return [topUp(paid), hold(work), settle(work)]
}
