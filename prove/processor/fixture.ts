/** The traders of a round, and the fixed set of payments, charges and payouts that a round makes. */
import type { PayoutAction } from 'souk-contract'
import { post } from '../../server/src/money/ledger/post.ts'
import { hold, settle } from '../../server/src/money/ledger/recipes.ts'
import { newId } from '../../server/src/lib/ids.ts'
import {
  createPaymentActions,
  idOf,
  type PaymentActions,
} from '../../server/test/fixtures/money/payment-actions.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import { signIn } from '../../server/test/fixtures/people/organizations.ts'
import { createTestAgent, usd, type TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import type { Misbehavior } from './misbehaving-processor.ts'
import { startSoukWithLink, type ProcessorLink } from './unreliable-processor.ts'

export interface Fixture {
  readonly souk: Souk
  readonly link: ProcessorLink
  readonly payments: PaymentActions
  readonly person: Person
  /** Has money and pays for the others' earnings. */
  readonly patron: TestAgent
  /** Has a saved card. */
  readonly cardHolder: TestAgent
  /** Receive payouts, each at a bank with another behavior. */
  readonly payees: readonly Payee[]
}

/** A trader with payouts, and their reaction to a payout that needs attention. */
interface Payee {
  readonly name: string
  readonly trader: TestAgent
  readonly reaction: PayoutAction
  readonly payouts: readonly number[]
}

const scopes = ['read', 'spend', 'payout'] as const

const manyPayouts = [1200, 1313, 1414]
const onePayout = [1313]

/** One payee per sandbox bank; payouts that stop unexpectedly are canceled. */
const payeePlans = [
  { name: 'ok', bank: 'sandbox_bank_ok', reaction: 'cancel', payouts: manyPayouts },
  { name: 'returning', bank: 'sandbox_bank_return', reaction: 'cancel', payouts: manyPayouts },
  { name: 'failing', bank: 'sandbox_bank_fail', reaction: 'cancel', payouts: manyPayouts },
  { name: 'limited', bank: 'sandbox_bank_limit', reaction: 'cancel', payouts: onePayout },
  { name: 'stopped, retried', bank: 'sandbox_bank_stop', reaction: 'retry', payouts: onePayout },
  { name: 'stopped, paid back', bank: 'sandbox_bank_stop', reaction: 'pay-back', payouts: onePayout },
  { name: 'held, retried', bank: 'sandbox_bank_hold', reaction: 'retry', payouts: onePayout },
  { name: 'held, canceled', bank: 'sandbox_bank_hold', reaction: 'cancel', payouts: onePayout },
  { name: 'stuck', bank: 'sandbox_bank_stuck', reaction: 'retry', payouts: onePayout },
  { name: 'closed', bank: 'sandbox_bank_ok', reaction: 'cancel', payouts: onePayout },
] as const satisfies readonly (Omit<Payee, 'trader'> & { bank: string })[]

export async function createFixture(misbehavior: Misbehavior = {}): Promise<Fixture> {
  const { souk, link } = await startSoukWithLink({}, misbehavior)
  const payments = createPaymentActions(souk)
  const [patron, cardHolder] = [await createTestAgent(souk), await createTestAgent(souk, [...scopes])]
  // This card's funds are available immediately, so that payouts do not wait for them.
  await payments.topUp(patron.person, patron.agent, 9_000_000, '4000000000000077')
  const caps = { maxPerCharge: 50_000, maxPerDay: 200_000, currency: 'USD' }
  const { session } = (await souk.call('bootstrapAuthority', caps, cardHolder.key)).data
  await payments.complete(session, { card: '4242424242424242' })
  const payees: Payee[] = []
  for (const { bank: account, ...payee } of payeePlans) {
    const trader = await createTestAgent(souk, [...scopes])
    await payments.onboard(trader.person, trader.agent, account)
    if (payee.name === 'closed') await closeAccount(souk, trader)
    payees.push({ ...payee, trader })
  }
  return { souk, link, payments, person: await souk.person(), patron, cardHolder, payees }
}

/** Closes the account at the processor without an event. */
async function closeAccount({ context }: Souk, { agent }: TestAgent): Promise<void> {
  await context.database
    .updateTable('sandbox_accounts')
    .set({ state: 'restricted' })
    .where('our_id', '=', agent.id)
    .execute()
}

/** Checkout payments. The last digits of some amounts make the sandbox lose responses or delay payments. */
const checkouts = [
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

/** Every checkout, charge, payout, dispute and refund is one stream of events. */
export const streamsPerRound =
  checkouts.length +
  checkouts.filter((checkout) => 'verdict' in checkout || 'refund' in checkout).length +
  charges.length +
  payeePlans.reduce((sum, { payouts }) => sum + payouts.length, 0)

/** Checkout payments of a new trader, with the later dispute verdicts and refunds by payment. */
export interface CheckoutPayments {
  readonly newcomer: TestAgent
  readonly verdicts: ReadonlyMap<string, 'won' | 'lost'>
  readonly refunds: ReadonlyMap<string, number>
}

export async function payAtCheckout({ souk, payments, person: known }: Fixture): Promise<CheckoutPayments> {
  // Days pass between two rounds, so sessions expire.
  const person = await signIn(souk, known)
  const agent = await souk.agent(person)
  const key = { as: await souk.key(person, agent) }
  const verdicts = new Map<string, 'won' | 'lost'>()
  const refunds = new Map<string, number>()
  for (const checkout of checkouts) {
    const { session } = (await souk.call('startTopUp', usd(checkout.amount), key)).data
    await payments.complete(session, { card: checkout.card })
    if ('verdict' in checkout) verdicts.set(session.id, checkout.verdict)
    if ('refund' in checkout) refunds.set(session.id, checkout.refund)
  }
  return { newcomer: { person, agent, key, asPerson: key }, verdicts, refunds }
}

/** Charges cards and requests payouts; each call is made once, whatever it returns. */
export async function chargeAndPayOut(fixture: Fixture): Promise<void> {
  const { souk, cardHolder, payees } = fixture
  for (const amount of charges) await souk.call('fundBalance', usd(amount), cardHolder.key)
  for (const { trader, payouts } of payees) {
    await earn(
      fixture,
      trader,
      payouts.reduce((sum, amount) => sum + amount),
    )
    for (const amount of payouts) await souk.call('requestPayout', usd(amount), trader.key)
  }
}

/** Reacts to payouts that need attention; retries where the payee's reaction is not available. */
export async function handleStoppedPayouts({ souk, payees }: Fixture): Promise<void> {
  for (const { trader, reaction } of payees) {
    const { items } = (await souk.call('listPayouts', { limit: 100 }, trader.key)).data
    for (const { id: payoutId, status, actions } of items) {
      if (status !== 'needs_attention') continue
      const action = actions.includes(reaction) ? reaction : 'retry'
      await souk.call(operations[action], { payoutId }, trader.key)
    }
  }
}

const operations = { retry: 'retryPayout', cancel: 'cancelPayout', 'pay-back': 'payBackPayout' } as const

/** Earnings from a task of the patron, without a fee. */
async function earn({ souk, patron }: Fixture, { agent }: TestAgent, amount: number): Promise<void> {
  const { book, currency } = souk.context.config.settings
  await souk.context.store.write(async (tx) => {
    const taskId = newId('task', tx.now)
    const fact = { book, currency, taskId, clientId: idOf(patron.agent), amount: BigInt(amount) }
    await post(tx, hold(fact), { actor: 'system' })
    await post(tx, settle({ ...fact, providerId: idOf(agent), feeBps: 0 }), { actor: 'system' })
  })
}
