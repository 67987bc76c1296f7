/** One round: the same happens to the money of the same kinds of people, whatever becomes of the news of it. */
import { sql } from 'kysely'
import { platformBalances } from '../../server/src/money/ledger/roll-up.ts'
import { day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { advance } from '../../server/src/money/processor/sandbox/advance.ts'
import { decideDispute } from '../../server/src/money/processor/sandbox/disputes.ts'
import { refund } from '../../server/src/money/processor/sandbox/refunds.ts'
import { applyEvents } from '../../server/src/money/payments/apply-events.ts'
import { pollChargebacks } from '../../server/src/money/payments/poll-chargebacks.ts'
import { pollPayments } from '../../server/src/money/payments/poll-payments.ts'
import { pollRefunds } from '../../server/src/money/payments/poll-refunds.ts'
import { scanBalanceTransactions } from '../../server/src/money/payments/scan-balance-transactions.ts'
import { sendPayouts } from '../../server/src/money/payouts/send-payouts.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim } from '../suite.ts'
import { orderlyBag, shuffled, shuffledBag, type Bag } from './event-queue.ts'
import { alwaysTrue, isQuiet, requireTrue, trueInTheEnd } from './consistency-checks.ts'
import { actOnStopped, chargeAndPayOut, payOnPages, type Cast, type Paid } from './fixture.ts'
import { well, type Trouble } from './unreliable-processor.ts'

/** What a round did to every balance, by its name. */
export type Effects = Readonly<Record<string, number>>

export interface Round {
  readonly effects: Effects
  readonly deliveries: number
}

/** Without dice all goes as it should; with them events are shuffled, and answers get lost or come late. */
export async function playRound(cast: Cast, whose: string, dice?: Dice): Promise<Round> {
  const { souk, line } = cast
  const bag = dice === undefined ? orderlyBag(souk) : shuffledBag(souk, dice)
  const before = await balances(cast)
  const paid = await payOnPages(cast)
  if (dice !== undefined) line.trouble = () => troubles[dice.roll(4)]
  await chargeAndPayOut(cast)
  // A worker may be quicker than the news of what it looks after.
  await pollPayments(souk.context)
  for (const step of [noStep, giveBack, noStep, decide, noStep]) {
    await pass(cast, bag, dice)
    await step(cast, paid)
  }
  line.trouble = well
  await untilQuiet(cast, bag, whose)
  await wakeUp(cast, bag)
  await untilQuiet(cast, bag, whose)
  // What may still change is asked after once a day, because the last word of it may have been lost.
  souk.clock.advance(2 * day)
  await pollChargebacks(souk.context)
  await pollRefunds(souk.context)
  await scanBalanceTransactions(souk.context)
  await untilQuiet(cast, bag, whose)
  await souk.context.store.read((reader) => requireTrue(reader, whose, [...alwaysTrue, ...trueInTheEnd]))
  const effects = changes(before, await balances(cast, paid))
  // Caps on charges are by the day.
  souk.clock.advance(2 * day)
  return { effects, deliveries: bag.delivered() }
}

/** Two of four calls meet with one. */
const troubles: readonly Trouble[] = ['answer lost', 'old answer']

/** A node that has slept since it heard of things applies what was true of them when it asked. */
async function wakeUp({ souk, line }: Cast, bag: Bag): Promise<void> {
  await bag.deliverAgain()
  line.trouble = () => 'old answer'
  while ((await applyEvents(souk.context)) > 0);
  line.trouble = well
}

/** Six seconds in which everything that is due happens, in an order that nobody has promised. */
async function pass(cast: Cast, bag: Bag, dice?: Dice): Promise<void> {
  const { context, clock } = cast.souk
  clock.advance(6 * second)
  // In this order, news of a thing comes before the next that happens to it.
  const doings = [
    () => bag.deliver('some'),
    () => applyEvents(context),
    () => pollPayments(context),
    () => sendPayouts(context),
    () => actOnStopped(cast),
    () => advance(context),
  ]
  for (const doing of dice === undefined ? doings : shuffled(doings, dice)) await doing()
}

type Step = (cast: Cast, paid: Paid) => Promise<void>

const noStep: Step = async () => undefined

/** The processor gives part of some payments back, for instance because somebody there said so. */
const giveBack: Step = async ({ souk }, { refunds }) => {
  const { database, store } = souk.context
  for (const [id, amount] of refunds) {
    const { id: paymentRef, currency } = await database
      .selectFrom('sandbox_payments')
      .select(['id', 'currency'])
      .where('our_id', '=', id)
      .executeTakeFirstOrThrow()
    await refund(store, { id: `re_${id}`, paymentRef, amount: { amount: BigInt(amount), currency } })
  }
}

const decide: Step = async ({ souk }, { verdicts }) => {
  const { database, store } = souk.context
  for (const [id, verdict] of verdicts) {
    const { id: ref } = await database
      .selectFrom('sandbox_disputes as d')
      .innerJoin('sandbox_payments as p', 'p.id', 'd.payment_id')
      .select('d.id')
      .where('p.our_id', '=', id)
      .executeTakeFirstOrThrow()
    await decideDispute(store, { ref, verdict })
  }
}

/** How long everything waits for each other in the end; asking a bank again takes longest. */
const waits = [second, 6 * second, minute, 3 * minute, 11 * minute, 6 * hour]

async function untilQuiet(cast: Cast, bag: Bag, whose: string): Promise<void> {
  const { context, clock } = cast.souk
  for (let round = 0; round < 40; round++) {
    clock.advance(waits[Math.min(Math.floor(round / 2), waits.length - 1)] ?? hour)
    await advance(context)
    await bag.deliver('all')
    while ((await applyEvents(context)) > 0);
    await pollPayments(context)
    await sendPayouts(context)
    await actOnStopped(cast)
    if (await context.store.read(isQuiet)) return
  }
  await context.store.read((reader) => requireTrue(reader, whose, [...alwaysTrue, ...trueInTheEnd]))
  assertClaim(false, `${whose}: it does not become quiet`)
}

/** Of everybody who takes part, and of the platform. */
async function balances({ souk, saver, paid }: Cast, { newcomer }: Partial<Paid> = {}): Promise<Effects> {
  const people = [...paid, { name: 'newcomer', trader: newcomer }, { name: 'saver', trader: saver }]
  const names = new Map(people.map(({ name, trader }) => [trader?.agent.id ?? '', name]))
  const { rows } = await sql<{ wallet: string; kind: string; balance: bigint }>`
    select wallet, kind, balance from ledger_accounts where wallet = any(${[...names.keys()]})`.execute(
    souk.context.database,
  )
  const platform = await souk.context.store.read((reader) => platformBalances(reader, 'sandbox'))
  return Object.fromEntries([
    ...rows.map(({ wallet, kind, balance }) => [`${names.get(wallet)} ${kind}`, Number(balance)]),
    ...platform.map(({ kind, balance }) => [`platform ${kind}`, Number(balance)]),
  ])
}

/** An account that nothing was left on is like one that was never opened. */
function changes(before: Effects, after: Effects): Effects {
  const changed = Object.entries(after).map(
    ([name, balance]) => [name, balance - (before[name] ?? 0)] as const,
  )
  return Object.fromEntries(changed.filter(([, change]) => change !== 0))
}
