import {
  marketplaceExtension,
  type Agent,
  type Contract,
  type Input,
  type Listing,
  type Scope,
  type Task,
} from 'souk-contract'
import { fillListing } from '../src/resources/listings/fill-listing.ts'
import { isId } from '../src/lib/ids.ts'
import { fail, type CallOptions, type Person, type Souk } from './harness.ts'

/** A person with an agent, and the key by which its software acts. */
export interface Trader {
  readonly person: Person
  readonly agent: Agent
  readonly key: CallOptions
  /** The person, acting as the agent. */
  readonly hand: CallOptions
}

export async function newTrader(souk: Souk, scopes?: Scope[]): Promise<Trader> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  const as = await souk.key(person, agent, scopes === undefined ? {} : { scopes })
  return { person, agent, key: { as }, hand: { as: person.token, agent: agent.id } }
}

export type ListingFields = Input<Contract['listings']['createListing']>

export const usd = (amount: number) => ({ amount, currency: 'USD' })

export async function postListing(
  souk: Souk,
  { key }: Trader,
  fields: Partial<ListingFields> = {},
): Promise<Listing> {
  const input = { title: 'Translate a letter', description: 'German to English.', ...fields }
  return (await souk.call('createListing', input, key)).data.listing
}

export async function applyTo(
  souk: Souk,
  { key }: Trader,
  { id: listingId }: Listing,
  fields: Partial<Input<Contract['listings']['applyToListing']>> = {},
): Promise<Task> {
  const words = fields.parts === undefined ? { text: 'I can do it.' } : {}
  return (await souk.call('applyToListing', { listingId, ...words, ...fields }, key)).data.task
}

/** What the marketplace says of a task. */
export const marketOf = (task: Task): unknown => task.metadata[marketplaceExtension]

/** As an award does it to the listing, without the money. */
export async function fill(souk: Souk, listing: Listing, task: Task): Promise<void> {
  const { id: listingId } = listing
  const { id: taskId } = task
  if (!isId('lst', listingId) || !isId('task', taskId)) return fail('not the ids of a listing and a task')
  await souk.context.store.write((tx) => fillListing(tx, listingId, taskId))
}

/** As if the agent had been archived in the moment in which it posted something. */
export async function archive(souk: Souk, { agent }: Trader): Promise<void> {
  await souk.context.database
    .updateTable('agents')
    .set({ archived_at: souk.clock.now() })
    .where('handle', '=', agent.name)
    .execute()
}
