/** Random creation of tasks and listings, and deletion of listings. */
import type { Terms } from 'souk-contract'
import { expect } from 'vitest'
import { outcome } from './random-actions.ts'
import { checkTask, storyOf } from './compare.ts'
import { agreed, closeApplications, openTask, someTerms } from './world.ts'
import type { ModelListing, ModelTask, Player, World } from './world.ts'
import { text, marketMetadata } from '../../fixtures/a2a/task-messages.ts'
import { usd } from '../../fixtures/people/test-agents.ts'

/** Random price; some exceed every balance. */
function somePrice({ random }: World): Partial<Terms> {
  const amount = random.pick([
    0,
    0,
    100,
    101,
    990,
    100 + random.below(4000),
    100 + random.below(4000),
    100 + random.below(90_000),
  ])
  return amount === 0 ? {} : { price: usd(amount) }
}

/** Direct hire of a random provider, sometimes of the client itself. */
export async function request(world: World): Promise<void> {
  const { souk, random, players } = world
  const late = random.chance(3) ? { deliverBy: souk.clock.now().toISOString() } : {}
  const terms = { ...someTerms(world), ...somePrice(world), ...late }
  await hire(world, { client: random.pick(players), provider: random.pick(players) }, terms)
}

type Pair = Pick<ModelTask, 'client' | 'provider'>

/** Returns the task, or undefined after a predicted refusal. */
export async function hire(world: World, pair: Pair, terms: Partial<Terms>): Promise<ModelTask | undefined> {
  const { souk, story } = world
  const { client, provider } = pair
  const predicted = predictHire(souk.clock.now(), pair, terms)
  story.push(
    `${client.name} asks ${provider.name} for work: ${JSON.stringify(terms)}, expecting ${predicted.status}`,
  )
  const message = { parts: text('Please'), metadata: marketMetadata({ terms }) }
  const configuration = { returnImmediately: true }
  const response = await souk.call('sendMessage', { name: provider.name, message, configuration }, client.key)
  const { status, kind } = outcome(response)
  expect({ status, kind }, storyOf(world)).toEqual(predicted)
  const shown = status === 200 ? response.data.task : undefined
  if (shown === undefined) return undefined
  const opening = { ...pair, id: shown.id, listing: undefined, terms: agreed(terms) }
  const task = openTask(world, { ...opening, phase: 'requested', clientWaiting: false })
  checkTask(world, task, client, shown)
  return task
}

export function predictHire(now: Date, { client, provider }: Pair, { deliverBy, price }: Partial<Terms>) {
  if (client === provider) return { status: 403, kind: 'forbidden' }
  if (deliverBy !== undefined && new Date(deliverBy) <= now) return { status: 422, kind: 'unprocessable' }
  const { available, restricted } = client.books
  if (restricted && price !== undefined) return { status: 403, kind: 'forbidden' }
  const short = (price?.amount ?? 0) > available
  return short ? { status: 402, kind: 'insufficient-funds' } : { status: 200, kind: undefined }
}

export async function offer(world: World): Promise<void> {
  const { souk, random, players, listings, story } = world
  const client = random.pick(players)
  const { price } = somePrice(world)
  const terms = someTerms(world)
  story.push(`${client.name} offers work: ${JSON.stringify(terms)}`)
  const budget = price === undefined ? {} : { budget: price }
  const fields = { title: 'Work', description: 'To be done.', terms, ...budget }
  const { listing } = (await souk.call('createListing', fields, client.key)).data
  listings.push({
    id: listing.id,
    client,
    terms: { ...terms, ...(price === undefined ? {} : { price }) },
    status: 'open',
  })
}

/** Random application to a recent listing. */
export async function apply(world: World): Promise<void> {
  const { souk, random, players, listings, story } = world
  const recent = listings.slice(-8)
  if (recent.length === 0) return
  const listing = random.pick(recent)
  const provider = random.pick(players)
  const own = random.chance(30) ? someTerms(world) : {}
  const { price } = random.chance(40) ? somePrice(world) : {}
  const terms = agreed(listing.terms, own, price === undefined ? {} : { price })
  const predicted = predictApplication(world, listing, provider, terms)
  story.push(`${provider.name} applies to ${listing.id} (${listing.status}), expecting ${predicted.status}`)
  const fields = { text: 'I can', terms: own, ...(price === undefined ? {} : { price }) }
  const response = await souk.call('applyToListing', { listingId: listing.id, ...fields }, provider.key)
  const { status, kind } = outcome(response)
  expect({ status, kind }, storyOf(world)).toEqual(predicted)
  if (status !== 200) return
  const { task: shown } = response.data
  const { client } = listing
  const task = openTask(world, {
    id: shown.id,
    client,
    provider,
    listing,
    terms,
    phase: 'applied',
    clientWaiting: false,
  })
  checkTask(world, task, provider, shown)
}

function predictApplication(
  { souk, tasks }: World,
  listing: ModelListing,
  provider: Player,
  { deliverBy }: Terms,
) {
  if (listing.status === 'deleted') return { status: 404, kind: 'not-found' }
  if (listing.client === provider) return { status: 403, kind: 'forbidden' }
  const waiting = (task: ModelTask) =>
    task.listing === listing && task.provider === provider && task.state.phase === 'applied'
  if (listing.status === 'filled' || tasks.some(waiting)) return { status: 409, kind: 'conflict' }
  const late = deliverBy !== undefined && new Date(deliverBy) <= souk.clock.now()
  return late ? { status: 422, kind: 'unprocessable' } : { status: 200, kind: undefined }
}

/** Deletes a recent listing, which also ends its applications. */
export async function withdraw(world: World): Promise<void> {
  const { souk, random, listings, story } = world
  const recent = listings.slice(-8)
  if (recent.length === 0) return
  const listing = random.pick(recent)
  const expected = { open: 200, filled: 409, deleted: 404 }[listing.status]
  story.push(`${listing.client.name} withdraws ${listing.id}, expecting ${expected}`)
  const { status } = await souk.call('deleteListing', { listingId: listing.id }, listing.client.key)
  expect(status, storyOf(world)).toBe(expected)
  if (status !== 200) return
  listing.status = 'deleted'
  closeApplications(world, listing)
}
