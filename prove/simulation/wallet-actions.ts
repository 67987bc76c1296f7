/** What people do with money besides paying for work. */
import { sql } from 'kysely'
import { decideDispute } from '../../server/src/money/processor/sandbox/disputes.ts'
import { testBanks, testCards } from '../../server/src/money/processor/sandbox/instruments.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import type { Town } from './fixture.ts'
import { tried } from './fault-injection.ts'

/** A page of the processor where somebody gives a card or a bank account. */
export interface Page {
  readonly url: string
  readonly by: Player
  readonly wants: 'card' | 'saved card' | 'bank'
}

/** Small and large, some of which go wrong by their last digits. */
function someAmount({ dice }: Town): number {
  const last = dice.pick([0, 0, 0, 13, 14, 15, 16, dice.roll(100)])
  return (1 + dice.roll(120)) * 100 + last
}

export async function openTopUp(town: Town): Promise<void> {
  const { souk, dice, players } = town
  const [by, amount] = [dice.pick(players), someAmount(town)]
  const opened = await tried(town, { by, what: 'top up', amount, foreseen: [200] }, () =>
    souk.call('startTopUp', usd(amount), by.key),
  )
  if (opened !== undefined) await visit(town, { by, url: opened.data.session.url, wants: 'card' })
}

/** Unless there is a card already. */
export async function saveCard(town: Town, by: Player = town.dice.pick(town.players)): Promise<void> {
  const caps = { maxPerCharge: 10_000, maxPerDay: 30_000, currency: 'USD' }
  const opened = await tried(town, { by, what: 'save a card', foreseen: [200, 409] }, () =>
    town.souk.call('bootstrapAuthority', caps, by.key),
  )
  if (opened !== undefined) await visit(town, { by, url: opened.data.session.url, wants: 'saved card' })
}

export async function nameBank(town: Town, by: Player = town.dice.pick(town.players)): Promise<void> {
  const opened = await tried(town, { by, what: 'name a bank', foreseen: [200] }, () =>
    town.souk.call('startOnboarding', {}, by.key),
  )
  if (opened !== undefined) await visit(town, { by, url: opened.data.session.url, wants: 'bank' })
}

/** Most people complete a page at once, others later or never. */
async function visit(town: Town, page: Page): Promise<void> {
  if (town.dice.chance(70)) await complete(town, page)
  else town.pages.push(page)
}

export async function completeLate(town: Town): Promise<void> {
  const { dice, pages } = town
  const [page] = pages.splice(dice.roll(pages.length + 1), 1)
  if (page !== undefined) await complete(town, page)
}

/** With something that works, or not. */
async function complete(town: Town, page: Page): Promise<void> {
  const { bank, dice, story } = town
  const given =
    page.wants === 'bank'
      ? { bank: dice.pick([...open, ...banks]).name }
      : { card: dice.pick([...reliable, ...testCards]).number }
  const status = await bank.complete(page, given)
  story.push(`${page.by.name} gives ${JSON.stringify(given)} on a page: ${status}`)
  count(town, `page ${status}`)
  if (status === 200) town.able[page.wants].add(page.by)
}

/** More often than chance would have it, so that there is something to spend. */
const reliable = testCards.slice(0, 2).flatMap((card) => [card, card, card])
/** Nobody is there at the end to help a payout on that a bank has stopped. */
const banks = testBanks.filter(({ stops }) => stops?.refusal.class !== 'attention')
const open = banks.slice(0, 3)

/** Mostly somebody who has given what is needed; whether it has arrived is another question. */
function somebodyWith({ dice, able, players }: Town, needed: Page['wants']): Player {
  const candidates = [...able[needed]]
  return dice.pick(candidates.length > 0 && dice.chance(80) ? candidates : players)
}

/** The saved card is charged, and sometimes a nervous caller repeats the call under its name. */
export async function charge(town: Town): Promise<void> {
  const { souk, dice, tasks, story } = town
  const [by, amount] = [somebodyWith(town, 'saved card'), someAmount(town)]
  const headers = { 'idempotency-key': `${by.name}-${story.length}-${tasks.length}` }
  const foreseen = by.books.restricted ? [403] : [200, 402, 403, 409, 429]
  const nervous = dice.chance(30)
  for (let time = 0; time < (nervous ? 2 : 1); time++) {
    await tried(town, { by, what: 'charge', amount, foreseen }, () =>
      souk.call('fundBalance', usd(amount), { ...by.key, ...(nervous ? { headers } : {}) }),
    )
  }
}

export async function forgetCard(town: Town): Promise<void> {
  const { souk, dice, players } = town
  const by = dice.pick(players)
  await tried(town, { by, what: 'forget the card', foreseen: [200] }, () =>
    souk.call('removeAuthority', {}, by.key),
  )
}

export async function payOut(town: Town): Promise<void> {
  const { souk, dice, able } = town
  const earning = [...able.bank].filter(({ books }) => books.earnings >= 100)
  const by = earning.length > 0 ? dice.pick(earning) : somebodyWith(town, 'bank')
  const amount = payable(town, by)
  await tried(town, { by, what: 'pay out', amount, foreseen: payingOut(by, amount) }, () =>
    souk.call('requestPayout', usd(amount), by.key),
  )
}

/** Part of the earnings, all of them, or a little more. */
export function payable(town: Town, { books }: Player): number {
  const { dice } = town
  const part = Math.min(books.earnings, someAmount(town))
  return Math.max(100, dice.pick([part, part, books.earnings, books.earnings + 1]))
}

/** Whether somebody can be paid at all is between them and the processor. */
export function payingOut({ books }: Player, amount: number): number[] {
  if (books.restricted) return [403]
  return [amount > books.earnings ? 402 : 200, 409]
}

/** A bank decides a dispute before its time is over. */
export async function decideChargeback(town: Town): Promise<void> {
  const { souk, dice, players, story } = town
  const wallets = players.map(({ agent }) => agent.id)
  const { rows } = await sql<{ ref: string }>`
    select d.id as ref from sandbox_disputes d
    join sandbox_payments p on p.id = d.payment_id join payments ours on ours.id = p.our_id
    where d.state = 'open' and ours.agent_id = any(${wallets}) order by d.id`.execute(souk.context.database)
  if (rows.length === 0) return
  const verdict = dice.pick(['won', 'lost'] as const)
  await decideDispute(souk.context.store, { ref: dice.pick(rows).ref, verdict })
  story.push(`a dispute is ${verdict}`)
  count(town, `dispute ${verdict}`)
}
