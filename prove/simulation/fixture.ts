/** State of one seed: players, their model balances, and the environment they share with other seeds. */
import { sql } from 'kysely'
import { scopes } from 'souk-contract'
import {
  createPaymentActions,
  type PaymentActions,
} from '../../server/test/fixtures/money/payment-actions.ts'
import type { CallOptions } from '../../server/test/fixtures/operations.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import { signIn } from '../../server/test/fixtures/people/organizations.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { newBooks, type Player, type World } from '../../server/test/tasks/task-model/world.ts'
import {
  openReceiver,
  type Reaction,
  type Receiver,
} from '../../server/test/fixtures/receivers/webhook-receiver.ts'
import { startSoukWithLink, type ProcessorLink } from '../processor/unreliable-processor.ts'
import { enableGate } from './enable-gate.ts'
import type { PendingRequest, ProcessorPage } from './unfinished.ts'

/** A Souk in which seeds run one after the other, with the same people. */
export interface Environment {
  readonly souk: Souk
  readonly link: ProcessorLink
  readonly payments: PaymentActions
  readonly receiver: Receiver
  /** Reactions of webhook receivers by host name. */
  readonly reactions: Map<string, Reaction>
  readonly people: readonly Person[]
  readonly operators: Operators
}

interface Operators {
  readonly support: Person
  readonly finance: Person
  /** Approves what the first has proposed. */
  readonly secondFinance: Person
  readonly auditor: Person
}

export interface Fixture extends World, Omit<Environment, 'souk' | 'people'> {
  readonly seed: number
  /** Key of the first player's software, which has a gate; the person of that player is not gated. */
  readonly gatedKey: CallOptions
  /** Processor pages that are not completed. */
  readonly pages: ProcessorPage[]
  /** Players who have completed a page, by its purpose. */
  readonly completedPages: Readonly<Record<ProcessorPage['purpose'], Set<Player>>>
  /** Requests of the gated software by approval id. */
  readonly pendingRequests: Map<string, PendingRequest>
  /** Agents that have removed their webhook. */
  readonly withoutWebhook: Set<string>
  /** The last posting that the model includes. */
  syncedUpTo: bigint
}

const playerCount = 6

export async function openEnvironment(): Promise<Environment> {
  const { souk, link } = await startSoukWithLink({})
  const receiver = await openReceiver(() => souk)
  const reactions = new Map<string, Reaction>()
  receiver.react = ({ name }) => reactions.get(name) ?? { status: 204 }
  const people: Person[] = []
  for (let count = 0; count < playerCount; count++) people.push(await souk.person())
  const payments = createPaymentActions(souk)
  await fundPlatform(souk, payments)
  const operators = {
    support: await souk.operator('support'),
    finance: await souk.operator('finance'),
    secondFinance: await souk.operator('finance'),
    auditor: await souk.operator('auditor'),
  }
  return { souk, link, payments, receiver, reactions, people, operators }
}

/** Funds the platform's processor balance, so that processor fees never delay a payout. */
async function fundPlatform(souk: Souk, payments: PaymentActions): Promise<void> {
  const patron = await souk.person()
  await payments.topUp(patron, await souk.agent(patron), 90_000_000, '4000000000000077')
}

export async function closeEnvironment({ souk, receiver }: Environment): Promise<void> {
  await souk.stop()
  await receiver.close()
}

export async function createFixture({ people, ...environment }: Environment, seed: number): Promise<Fixture> {
  const { souk } = environment
  const players: Player[] = []
  for (const known of people) {
    const person = await signIn(souk, known)
    const agent = await souk.agent(person)
    const as = await souk.key(person, agent, { scopes: [...scopes] })
    const asPerson = { as: person.token, agent: agent.id }
    players.push({ person, agent, key: { as }, asPerson, name: agent.name, books: newBooks(0) })
  }
  const [first, ...others] = players
  if (first === undefined) throw new Error('no players')
  await enableGate(souk, first)
  return {
    ...environment,
    seed,
    gatedKey: first.key,
    // The gate applies to keys only; the first player acts as a person, so that the model can ignore the gate.
    players: [{ ...first, key: first.asPerson }, ...others],
    random: seededRandom(seed),
    tasks: [],
    listings: [],
    tally: new Map(),
    taken: new Set(),
    story: [`seed ${seed}`],
    revenue: await earlierRevenue(souk),
    pages: [],
    completedPages: { card: new Set(), 'saved card': new Set(), bank: new Set() },
    pendingRequests: new Map(),
    withoutWebhook: new Set(),
    syncedUpTo: await lastPosting(souk),
  }
}

/** Fees of earlier seeds. */
async function earlierRevenue({ context }: Souk): Promise<number> {
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

/** Renews the expired session of the first player. */
export async function renewSession({ souk, players }: Fixture): Promise<void> {
  const [first] = players
  if (first === undefined) return
  const { token } = await signIn(souk, first.person)
  first.key.as = token
}
