/** Wallet actions: top-ups, saved cards, bank accounts, charges and payouts. */
import { sql } from 'kysely'
import { decideDispute } from '../../server/src/money/processor/sandbox/disputes.ts'
import { testBanks, testCards } from '../../server/src/money/processor/sandbox/instruments.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import type { Fixture } from './fixture.ts'
import { callWithFaults } from './fault-injection.ts'
import type { ProcessorPage } from './unfinished.ts'

/** Small and large amounts; the last digits make the sandbox fail some of them. */
function randomAmount({ random }: Fixture): number {
  const last = random.pick([0, 0, 0, 13, 14, 15, 16, random.below(100)])
  return (1 + random.below(120)) * 100 + last
}

export async function openTopUp(fixture: Fixture): Promise<void> {
  const { souk, random, players } = fixture
  const [by, amount] = [random.pick(players), randomAmount(fixture)]
  const opened = await callWithFaults(fixture, { by, what: 'top up', amount, expectedStatuses: [200] }, () =>
    souk.call('startTopUp', usd(amount), by.key),
  )
  if (opened !== undefined) await visit(fixture, { by, url: opened.data.session.url, purpose: 'card' })
}

/** Returns 409 when a card is saved already. */
export async function saveCard(
  fixture: Fixture,
  by: Player = fixture.random.pick(fixture.players),
): Promise<void> {
  const caps = { maxPerCharge: 10_000, maxPerDay: 30_000, currency: 'USD' }
  const opened = await callWithFaults(
    fixture,
    { by, what: 'save a card', expectedStatuses: [200, 409] },
    () => fixture.souk.call('bootstrapAuthority', caps, by.key),
  )
  if (opened !== undefined) await visit(fixture, { by, url: opened.data.session.url, purpose: 'saved card' })
}

export async function setBank(
  fixture: Fixture,
  by: Player = fixture.random.pick(fixture.players),
): Promise<void> {
  const opened = await callWithFaults(
    fixture,
    { by, what: 'set a bank account', expectedStatuses: [200] },
    () => fixture.souk.call('startOnboarding', {}, by.key),
  )
  if (opened !== undefined) await visit(fixture, { by, url: opened.data.session.url, purpose: 'bank' })
}

/** Completes most pages immediately, others later or never. */
async function visit(fixture: Fixture, page: ProcessorPage): Promise<void> {
  if (fixture.random.chance(70)) await complete(fixture, page)
  else fixture.pages.push(page)
}

export async function completeLate(fixture: Fixture): Promise<void> {
  const { random, pages } = fixture
  const [page] = pages.splice(random.below(pages.length + 1), 1)
  if (page !== undefined) await complete(fixture, page)
}

/** Enters a working or a failing card or bank account. */
async function complete(fixture: Fixture, page: ProcessorPage): Promise<void> {
  const { payments, random, story } = fixture
  const entered =
    page.purpose === 'bank'
      ? { bank: random.pick([...workingBanks, ...banks]).name }
      : { card: random.pick([...reliableCards, ...testCards]).number }
  const status = await payments.complete(page, entered)
  story.push(`${page.by.name} enters ${JSON.stringify(entered)} on a page: ${status}`)
  count(fixture, `page ${status}`)
  if (status === 200) fixture.completedPages[page.purpose].add(page.by)
}

/** Working cards are more frequent, so that there is money to spend. */
const reliableCards = testCards.slice(0, 2).flatMap((card) => [card, card, card])
/** Without banks that stop payouts for attention, because the simulation has no reaction to them. */
const banks = testBanks.filter(({ stops }) => stops?.refusal.class !== 'attention')
const workingBanks = banks.slice(0, 3)

/** Usually a player who has completed such a page; the processor's event may not have arrived. */
function pickPlayerWith(
  { random, completedPages, players }: Fixture,
  needed: ProcessorPage['purpose'],
): Player {
  const candidates = [...completedPages[needed]]
  return random.pick(candidates.length > 0 && random.chance(80) ? candidates : players)
}

/** Charges the saved card; sometimes the caller repeats the call with its Idempotency-Key. */
export async function charge(fixture: Fixture): Promise<void> {
  const { souk, random, tasks, story } = fixture
  const [by, amount] = [pickPlayerWith(fixture, 'saved card'), randomAmount(fixture)]
  const headers = { 'idempotency-key': `${by.name}-${story.length}-${tasks.length}` }
  const expectedStatuses = by.books.restricted ? [403] : [200, 402, 403, 409, 429]
  const repeats = random.chance(30)
  for (let time = 0; time < (repeats ? 2 : 1); time++) {
    await callWithFaults(fixture, { by, what: 'charge', amount, expectedStatuses }, () =>
      souk.call('fundBalance', usd(amount), { ...by.key, ...(repeats ? { headers } : {}) }),
    )
  }
}

export async function removeCard(fixture: Fixture): Promise<void> {
  const { souk, random, players } = fixture
  const by = random.pick(players)
  await callWithFaults(fixture, { by, what: 'remove the card', expectedStatuses: [200] }, () =>
    souk.call('removeAuthority', {}, by.key),
  )
}

export async function payOut(fixture: Fixture): Promise<void> {
  const { souk, random, completedPages } = fixture
  const earning = [...completedPages.bank].filter(({ books }) => books.earnings >= 100)
  const by = earning.length > 0 ? random.pick(earning) : pickPlayerWith(fixture, 'bank')
  const amount = payoutAmount(fixture, by)
  await callWithFaults(
    fixture,
    { by, what: 'pay out', amount, expectedStatuses: payoutStatuses(by, amount) },
    () => souk.call('requestPayout', usd(amount), by.key),
  )
}

/** Part of the earnings, all of them, or slightly more. */
export function payoutAmount(fixture: Fixture, { books }: Player): number {
  const { random } = fixture
  const part = Math.min(books.earnings, randomAmount(fixture))
  return Math.max(100, random.pick([part, part, books.earnings, books.earnings + 1]))
}

/** Expected statuses; 409 when the payout account is not ready. */
export function payoutStatuses({ books }: Player, amount: number): number[] {
  if (books.restricted) return [403]
  return [amount > books.earnings ? 402 : 200, 409]
}

/** A bank decides a dispute before its deadline. */
export async function decideChargeback(fixture: Fixture): Promise<void> {
  const { souk, random, players, story } = fixture
  const wallets = players.map(({ agent }) => agent.id)
  const { rows } = await sql<{ ref: string }>`
    select d.id as ref from sandbox_disputes d
    join sandbox_payments p on p.id = d.payment_id join payments ours on ours.id = p.our_id
    where d.state = 'open' and ours.agent_id = any(${wallets}) order by d.id`.execute(souk.context.database)
  if (rows.length === 0) return
  const verdict = random.pick(['won', 'lost'] as const)
  await decideDispute(souk.context.store, { ref: random.pick(rows).ref, verdict })
  story.push(`a dispute is ${verdict}`)
  count(fixture, `dispute ${verdict}`)
}
