/** The small world of one seed: some people with agents, and everything that their money can come upon. */
import { sql } from 'kysely'
import { scopes } from 'souk-contract'
import { openBank, type Bank } from '../../server/test/fixtures/bank.ts'
import type { CallOptions, Person, Souk } from '../../server/test/fixtures/harness.ts'
import { signIn } from '../../server/test/fixtures/organizations.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { operatorToken } from '../../server/test/tasks/task-model/random-events.ts'
import { openBooks, type Player, type World } from '../../server/test/tasks/task-model/world.ts'
import { openReceiver, type Receiver } from '../../server/test/fixtures/webhook-receiver.ts'
import { startSoukOnLine, type Line } from '../processor/unreliable-processor.ts'
import { watchOver, type Asked } from './approvals.ts'
import type { Mood } from './webhooks.ts'
import type { Page } from './wallet-actions.ts'

/** A Souk in which one town is built after the other, always by the same people. */
export interface Ground {
  readonly souk: Souk
  readonly line: Line
  readonly bank: Bank
  readonly receiver: Receiver
  /** How receivers behave, by the name of their host. */
  readonly moods: Map<string, Mood>
  readonly people: readonly Person[]
}

export interface Town extends World, Omit<Ground, 'souk' | 'people'> {
  readonly seed: number
  /** The software of the first player, over which a gate watches; its person acts freely. */
  readonly guarded: CallOptions
  /** Pages of the processor that nobody has completed yet, and who has completed one of which kind. */
  readonly pages: Page[]
  readonly able: Readonly<Record<Page['wants'], Set<Player>>>
  /** What the guarded software waits for, by approval. */
  readonly asked: Map<string, Asked>
  /** Agents that did not want to be told any more. */
  readonly unhooked: Set<string>
  /** Up to which posting the model has followed the ledger. */
  followed: bigint
}

const population = 6

export async function openGround(): Promise<Ground> {
  const { souk, line } = await startSoukOnLine({ operatorToken })
  const receiver = await openReceiver(() => souk)
  const moods = new Map<string, Mood>()
  receiver.react = ({ name }) => moods.get(name) ?? { status: 204 }
  const people: Person[] = []
  for (let count = 0; count < population; count++) people.push(await souk.person())
  const bank = openBank(souk)
  await lendToPlatform(souk, bank)
  return { souk, line, bank, receiver, moods, people }
}

/** Banks and cards cost the platform more than it may have earned so far, and nobody shall wait for that. */
async function lendToPlatform(souk: Souk, bank: Bank): Promise<void> {
  const patron = await souk.person()
  await bank.topUp(patron, await souk.agent(patron), 90_000_000, '4000000000000077')
}

export async function closeGround({ souk, receiver }: Ground): Promise<void> {
  await souk.stop()
  await receiver.close()
}

export async function newTown({ people, ...ground }: Ground, seed: number): Promise<Town> {
  const { souk } = ground
  const players: Player[] = []
  for (const known of people) {
    const person = await signIn(souk, known)
    const agent = await souk.agent(person)
    const as = await souk.key(person, agent, { scopes: [...scopes] })
    const hand = { as: person.token, agent: agent.id }
    players.push({ person, agent, key: { as }, hand, name: agent.name, books: openBooks(0) })
  }
  const [first, ...others] = players
  if (first === undefined) throw new Error('nobody lives here')
  await watchOver(souk, first)
  return {
    ...ground,
    seed,
    guarded: first.key,
    // Whoever acts by hand is not watched over, so the model need not know of the gate.
    players: [{ ...first, key: first.hand }, ...others],
    dice: diceOf(seed),
    tasks: [],
    listings: [],
    tally: new Map(),
    taken: new Set(),
    story: [`seed ${seed}`],
    revenue: await earnedBefore(souk),
    pages: [],
    able: { card: new Set(), 'saved card': new Set(), bank: new Set() },
    asked: new Map(),
    unhooked: new Set(),
    followed: await lastPosting(souk),
  }
}

/** Fees that the platform took from the towns before. */
async function earnedBefore({ context }: Souk): Promise<number> {
  const { rows } = await sql<{ earned: bigint }>`
    select coalesce(sum(t.amount), 0)::bigint as earned from ledger_transfers t
    join ledger_accounts a on a.id = t.credit_account_id where a.kind = 'revenue'`.execute(context.database)
  return Number(rows[0]?.earned ?? 0n)
}

async function lastPosting({ context }: Souk): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(id), 0)::bigint as last from ledger_postings`.execute(context.database)
  return rows[0]?.last ?? 0n
}

/** A person who was away for long signs in again. */
export async function signInAgain({ souk, players }: Town): Promise<void> {
  const [first] = players
  if (first === undefined) return
  const { token } = await signIn(souk, first.person)
  first.key.as = token
}
