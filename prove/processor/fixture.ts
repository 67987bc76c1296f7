/** Who takes part in a round, and the fixed set of things that happen to their money in it. */
import type { PayoutAction } from 'souk-contract'
import { post } from '../../server/src/money/ledger/post.ts'
import { hold, settle } from '../../server/src/money/ledger/recipes.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { openBank, idOf, type Bank } from '../../server/test/fixtures/bank.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import { signIn } from '../../server/test/fixtures/organizations.ts'
import { newTrader, usd, type Trader } from '../../server/test/fixtures/traders.ts'
import type { Lie } from './misbehaving-processor.ts'
import { startSoukOnLine, type Line } from './unreliable-processor.ts'

export interface Cast {
  readonly souk: Souk
  readonly line: Line
  readonly bank: Bank
  readonly person: Person
  /** Has money, and pays for what others earn. */
  readonly patron: Trader
  /** Has a saved card that is charged. */
  readonly saver: Trader
  /** Are paid out, each to another kind of bank. */
  readonly paid: readonly Payee[]
}

/** Somebody who is paid out, and what they do about a payout that stops. */
export interface Payee {
  readonly name: string
  readonly trader: Trader
  readonly does: PayoutAction
  readonly payouts: readonly number[]
}

const scopes = ['read', 'spend', 'payout'] as const

const manyPayouts = [1200, 1313, 1414]
const onePayout = [1313]

/** Each bank refuses in its own way; where nothing is refused, a payout that stops all the same is canceled. */
const payees = [
  { name: 'ok', bank: 'sandbox_bank_ok', does: 'cancel', payouts: manyPayouts },
  { name: 'returning', bank: 'sandbox_bank_return', does: 'cancel', payouts: manyPayouts },
  { name: 'failing', bank: 'sandbox_bank_fail', does: 'cancel', payouts: manyPayouts },
  { name: 'limited', bank: 'sandbox_bank_limit', does: 'cancel', payouts: onePayout },
  { name: 'stopped, retried', bank: 'sandbox_bank_stop', does: 'retry', payouts: onePayout },
  { name: 'stopped, paid back', bank: 'sandbox_bank_stop', does: 'pay-back', payouts: onePayout },
  { name: 'held, retried', bank: 'sandbox_bank_hold', does: 'retry', payouts: onePayout },
  { name: 'held, canceled', bank: 'sandbox_bank_hold', does: 'cancel', payouts: onePayout },
  { name: 'stuck', bank: 'sandbox_bank_stuck', does: 'retry', payouts: onePayout },
  { name: 'closed', bank: 'sandbox_bank_ok', does: 'cancel', payouts: onePayout },
] as const satisfies readonly (Omit<Payee, 'trader'> & { bank: string })[]

export async function gatherCast(lie: Lie = {}): Promise<Cast> {
  const { souk, line } = await startSoukOnLine({}, lie)
  const bank = openBank(souk)
  const [patron, saver] = [await newTrader(souk), await newTrader(souk, [...scopes])]
  // Available at once, so that no payout has to wait for somebody else's card.
  await bank.topUp(patron.person, patron.agent, 9_000_000, '4000000000000077')
  const caps = { maxPerCharge: 50_000, maxPerDay: 200_000, currency: 'USD' }
  const { session } = (await souk.call('bootstrapAuthority', caps, saver.key)).data
  await bank.complete(session, { card: '4242424242424242' })
  const paid: Payee[] = []
  for (const { bank: account, ...payee } of payees) {
    const trader = await newTrader(souk, [...scopes])
    await bank.onboard(trader.person, trader.agent, account)
    if (payee.name === 'closed') await closeAccount(souk, trader)
    paid.push({ ...payee, trader })
  }
  return { souk, line, bank, person: await souk.person(), patron, saver, paid }
}

/** The processor closes the account, and nobody tells us. */
async function closeAccount({ context }: Souk, { agent }: Trader): Promise<void> {
  await context.database
    .updateTable('sandbox_accounts')
    .set({ state: 'restricted' })
    .where('our_id', '=', agent.id)
    .execute()
}

/** Streams of events; the last digits let some answers be lost, and some payments be late. */
const pages = [
  { amount: 5000, card: '4242424242424242' },
  { amount: 3100, card: '4000000000000077' },
  { amount: 2515, card: '4242424242424242' },
  { amount: 4100, card: '4000000000000259', verdict: 'lost' },
  { amount: 3500, card: '4000000000000259', verdict: 'won' },
  { amount: 4315, card: '4000000000000259', verdict: 'won' },
  { amount: 1600, card: '4242424242424242', refund: 700 },
  { amount: 1700, card: '4000000000005126', refund: 800 },
  { amount: 1900, card: '4000000000000002' },
] as const
const charges = [2000, 2113, 2214, 2315]

/** A payment on a page, a charge or a payout is one stream, and so are a dispute and a refund. */
export const streamsPerRound =
  pages.length +
  pages.filter((page) => 'verdict' in page || 'refund' in page).length +
  charges.length +
  payees.reduce((sum, { payouts }) => sum + payouts.length, 0)

/** Pages on which somebody new has paid, and what their banks will say of it, by payment. */
export interface Paid {
  readonly newcomer: Trader
  readonly verdicts: ReadonlyMap<string, 'won' | 'lost'>
  readonly refunds: ReadonlyMap<string, number>
}

export async function payOnPages({ souk, bank, person: known }: Cast): Promise<Paid> {
  // Days lie between two rounds, and sessions end.
  const person = await signIn(souk, known)
  const agent = await souk.agent(person)
  const key = { as: await souk.key(person, agent) }
  const verdicts = new Map<string, 'won' | 'lost'>()
  const refunds = new Map<string, number>()
  for (const page of pages) {
    const { session } = (await souk.call('startTopUp', usd(page.amount), key)).data
    await bank.complete(session, { card: page.card })
    if ('verdict' in page) verdicts.set(session.id, page.verdict)
    if ('refund' in page) refunds.set(session.id, page.refund)
  }
  return { newcomer: { person, agent, key, hand: key }, verdicts, refunds }
}

/** Cards are charged and earnings are to be paid out; whatever is answered, it is asked for once. */
export async function chargeAndPayOut(cast: Cast): Promise<void> {
  const { souk, saver, paid } = cast
  for (const amount of charges) await souk.call('fundBalance', usd(amount), saver.key)
  for (const { trader, payouts } of paid) {
    await earn(
      cast,
      trader,
      payouts.reduce((sum, amount) => sum + amount),
    )
    for (const amount of payouts) await souk.call('requestPayout', usd(amount), trader.key)
  }
}

/** People decide about their payouts that stopped; a retry is what remains where their way is not open. */
export async function actOnStopped({ souk, paid }: Cast): Promise<void> {
  for (const { trader, does } of paid) {
    const { items } = (await souk.call('listPayouts', { limit: 100 }, trader.key)).data
    for (const { id: payoutId, status, actions } of items) {
      if (status !== 'needs_attention') continue
      const action = actions.includes(does) ? does : 'retry'
      await souk.call(deeds[action], { payoutId }, trader.key)
    }
  }
}

const deeds = { retry: 'retryPayout', cancel: 'cancelPayout', 'pay-back': 'payBackPayout' } as const

/** Work that the patron pays for, without a fee. */
async function earn({ souk, patron }: Cast, { agent }: Trader, amount: number): Promise<void> {
  const { book, currency } = souk.context.config.settings
  await souk.context.store.write(async (tx) => {
    const taskId = newId('task', tx.now)
    const fact = { book, currency, taskId, clientId: idOf(patron.agent), amount: BigInt(amount) }
    await post(tx, hold(fact), { actor: 'system' })
    await post(tx, settle({ ...fact, providerId: idOf(agent), feeBps: 0 }), { actor: 'system' })
  })
}
