/** One round: the same payments, charges and payouts, with ordered or disturbed events and responses. */
import { sql } from 'kysely'
import { platformBalances } from '../../server/src/money/ledger/roll-up-queries.ts'
import { day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { advance as advanceSandbox } from '../../server/src/money/processor/sandbox/advance.ts'
import { decideDispute } from '../../server/src/money/processor/sandbox/disputes.ts'
import { refund } from '../../server/src/money/processor/sandbox/refunds.ts'
import { applyEvents } from '../../server/src/money/payments/apply/apply-events.ts'
import { pollChargebacks } from '../../server/src/money/payments/poll/poll-chargebacks.ts'
import { pollPayments } from '../../server/src/money/payments/poll/poll-payments.ts'
import { pollRefunds } from '../../server/src/money/payments/poll/poll-refunds.ts'
import { scanBalanceTransactions } from '../../server/src/money/payments/poll/scan-balance-transactions.ts'
import { sendPayouts } from '../../server/src/money/payouts/send-payouts.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim } from '../suite.ts'
import { orderedQueue, shuffled, shuffledQueue, type EventQueue } from './event-queue.ts'
import { finalChecks, invariants, isSettled, requireChecks } from './consistency-checks.ts'
import {
  chargeAndPayOut,
  handleStoppedPayouts,
  payAtCheckout,
  type CheckoutPayments,
  type Fixture,
} from './fixture.ts'
import { noFault, type LinkFault } from './unreliable-processor.ts'

/** Change of every balance in a round, by account name. */
export type Effects = Readonly<Record<string, number>>

interface RoundResult {
  readonly effects: Effects
  readonly deliveries: number
}

/** With `random`, events are shuffled and responses are lost or stale; without it, nothing fails. */
export async function runRound(fixture: Fixture, label: string, random?: Random): Promise<RoundResult> {
  const { souk, link } = fixture
  const queue = random === undefined ? orderedQueue(souk) : shuffledQueue(souk, random)
  const before = await balances(fixture)
  const payments = await payAtCheckout(fixture)
  if (random !== undefined) link.nextFault = () => responseFaults[random.below(4)]
  await chargeAndPayOut(fixture)
  // A poll can run before the first event arrives.
  await pollPayments(souk.context)
  for (const step of [noStep, refundPayments, noStep, decideDisputes, noStep]) {
    await advance(fixture, queue, random)
    await step(fixture, payments)
  }
  link.nextFault = noFault
  await untilSettled(fixture, queue, label)
  await redeliverToStaleNode(fixture, queue)
  await untilSettled(fixture, queue, label)
  // Records that are not final are polled once a day, because their last event may have been lost.
  souk.clock.advance(2 * day)
  await pollChargebacks(souk.context)
  await pollRefunds(souk.context)
  await scanBalanceTransactions(souk.context)
  await untilSettled(fixture, queue, label)
  await souk.context.store.read((reader) => requireChecks(reader, label, [...invariants, ...finalChecks]))
  const effects = changes(before, await balances(fixture, payments))
  // Resets the daily caps on charges.
  souk.clock.advance(2 * day)
  return { effects, deliveries: queue.delivered() }
}

/** Indexed by a roll of four, so that every second call has a fault. */
const responseFaults: readonly LinkFault[] = ['response lost', 'stale response']

/** A node that was suspended applies stale responses to redelivered events. */
async function redeliverToStaleNode({ souk, link }: Fixture, queue: EventQueue): Promise<void> {
  await queue.redeliverAll()
  link.nextFault = () => 'stale response'
  while ((await applyEvents(souk.context)) > 0);
  link.nextFault = noFault
}

/** Advances the clock by six seconds and runs every worker, in random order if there are random. */
async function advance(fixture: Fixture, queue: EventQueue, random?: Random): Promise<void> {
  const { context, clock } = fixture.souk
  clock.advance(6 * second)
  // In this order, an event arrives before the next change of its object.
  const work = [
    () => queue.deliver('some'),
    () => applyEvents(context),
    () => pollPayments(context),
    () => sendPayouts(context),
    () => handleStoppedPayouts(fixture),
    () => advanceSandbox(context),
  ]
  for (const run of random === undefined ? work : shuffled(work, random)) await run()
}

type Step = (fixture: Fixture, payments: CheckoutPayments) => Promise<void>

const noStep: Step = async () => undefined

/** The processor refunds part of some payments, as an operator can do in its dashboard. */
const refundPayments: Step = async ({ souk }, { refunds }) => {
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

const decideDisputes: Step = async ({ souk }, { verdicts }) => {
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

/** Clock advances while settling; bank retries take longest. */
const waits = [second, 6 * second, minute, 3 * minute, 11 * minute, 6 * hour]

async function untilSettled(fixture: Fixture, queue: EventQueue, label: string): Promise<void> {
  const { context, clock } = fixture.souk
  for (let round = 0; round < 40; round++) {
    clock.advance(waits[Math.min(Math.floor(round / 2), waits.length - 1)] ?? hour)
    await advanceSandbox(context)
    await queue.deliver('all')
    while ((await applyEvents(context)) > 0);
    await pollPayments(context)
    await sendPayouts(context)
    await handleStoppedPayouts(fixture)
    if (await context.store.read(isSettled)) return
  }
  await context.store.read((reader) => requireChecks(reader, label, [...invariants, ...finalChecks]))
  assertClaim(false, `${label}: payments and payouts do not settle`)
}

/** Balances of all traders and of the platform. */
async function balances(
  { souk, cardHolder, payees }: Fixture,
  { newcomer }: Partial<CheckoutPayments> = {},
): Promise<Effects> {
  const people = [
    ...payees,
    { name: 'newcomer', trader: newcomer },
    { name: 'card holder', trader: cardHolder },
  ]
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

/** Unchanged accounts are omitted, like accounts that do not exist. */
function changes(before: Effects, after: Effects): Effects {
  const changed = Object.entries(after).map(
    ([name, balance]) => [name, balance - (before[name] ?? 0)] as const,
  )
  return Object.fromEntries(changed.filter(([, change]) => change !== 0))
}
