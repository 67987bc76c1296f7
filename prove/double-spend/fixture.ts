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
import { goodCard, idOf, openBank } from '../../server/test/fixtures/bank.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { newTrader, type Trader } from '../../server/test/fixtures/traders.ts'
import { chargesMax, share, type Purse, type Side } from './model.ts'

/** Both sides of a trade, each with a bank account, the client with a saved card. */
export type Cast = Readonly<Record<Side, Trader>>

export async function openCast(souk: Souk): Promise<Cast> {
  const bank = openBank(souk)
  const join = async (): Promise<Trader> => {
    const trader = await newTrader(souk, [...scopes])
    const { session } = (await souk.call('startOnboarding', {}, trader.hand)).data
    await bank.complete(session, { bank: 'sandbox_bank_ok' })
    return trader
  }
  const [client, provider] = await Promise.all([join(), join()])
  const caps = { maxPerCharge: share, maxPerDay: chargesMax * share, currency: 'USD' }
  const { session } = (await souk.call('bootstrapAuthority', caps, client.hand)).data
  await bank.complete(session, { card: goodCard })
  // What earlier contests left to be told of comes first, and can be much.
  do await bank.settle()
  while (await isToldOf(souk))
  return { client, provider }
}

/** Whether the processor still has something to say that is due now. */
async function isToldOf({ context, clock }: Souk): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from sandbox_events where state = 'queued' and due_at <= ${clock.now()})
      or exists (select from processor_events where state = 'queued' and due_at <= ${clock.now()}) as due`.execute(
    context.database,
  )
  return rows[0]?.due === true
}

export async function purseOf({ context }: Souk, { agent }: Trader): Promise<Purse> {
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

/** Brings what can be spent and paid out to exactly this, by money that comes from outside or leaves; answers the purse. */
export async function level(
  souk: Souk,
  trader: Trader,
  { available, earnings }: Pick<Purse, 'available' | 'earnings'>,
): Promise<Purse> {
  const purse = await purseOf(souk, trader)
  const postings = [
    ...changeAvailable(trader, available - purse.available),
    ...changeEarnings(trader, earnings - purse.earnings),
  ]
  if (postings.length === 0) return purse
  await souk.context.store.write(async (tx) => {
    for (const posting of postings) await post(tx, posting, { actor: 'system' })
  })
  return { ...purse, available, earnings }
}

function changeAvailable({ agent }: Trader, change: number): Posting[] {
  const fact = { ...usd, agentId: idOf(agent), processor, paymentId: newName('pay') }
  if (change === 0) return []
  const amount = BigInt(Math.abs(change))
  return change > 0
    ? [topUp({ ...fact, amount })]
    : [refundToCard({ ...fact, amount, available: amount, refundId: newName('refund') })]
}

/** Earnings come from work for a stranger, and leave by a payout. */
function changeEarnings({ agent }: Trader, change: number): Posting[] {
  const agentId = idOf(agent)
  if (change < 0) {
    const payout = { ...usd, agentId, processor, payoutId: newName('pout'), amount: BigInt(-change) }
    return [payoutHold(payout), payoutSent(payout)]
  }
  if (change === 0) return []
  const amount = BigInt(change)
  const stranger = newAgent()
  const work = { ...newTrade(), clientId: stranger, providerId: agentId, feeBps: 0, amount }
  const paid = { ...usd, agentId: stranger, amount, processor, paymentId: newName('pay') }
  return [topUp(paid), hold(work), settle(work)]
}
