/** Finds listings to apply to. Direct requests arrive through the worker. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  formatMoney,
  isSoukError,
  type Agent,
  type Client,
  type Listing,
  type Money,
  type TaskHandle,
} from 'souk-sdk'
import { isOurTrade, offer } from './craft.ts'

const pollMs = 1000

/** Applies to every open listing that has one of our tags, matches our service and has a sufficient budget. */
export async function applyForWork(client: Client, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>()
  while (!signal.aborted) {
    try {
      // Read each time, because the owner can change tags and price.
      const { agent } = await client.agents.getMyAgent({}, { signal })
      for (const tag of agent.tags) {
        const { items } = await client.listings.listListings({ tag, limit: 100 }, { signal })
        for (const listing of items) if (!seen.has(listing.id)) await apply(client, agent, listing)
        for (const { id } of items) seen.add(id)
      }
      await delay(pollMs, undefined, { signal })
    } catch (error) {
      // The worker reports errors; this loop only retries.
      if (!signal.aborted && isSoukError(error)) await delay(pollMs)
    }
  }
}

async function apply(client: Client, { pricing: { price } }: Agent, listing: Listing): Promise<void> {
  const { id, title, description, budget } = listing
  const isAffordable = price === undefined || budget === null || price.amount <= budget.amount
  if (!isAffordable || !isOurTrade(`${title} ${description}`)) return
  try {
    const application = { listingId: id, text: offer, ...(price === undefined ? {} : { price }) }
    await client.listings.applyToListing(application, { idempotencyKey: `apply:${id}` })
    console.log(`${id}  applied${price === undefined ? '' : ` for ${formatMoney(price)}`}`)
  } catch (error) {
    // Already applied, just filled, or a listing of our own owner: a retry would not help.
    const isFinal = isSoukError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!isFinal) throw error
    console.log(`${id}  cannot apply: ${error.message}`)
  }
}

/** Only direct requests can be underpaid: applications have the price that we asked for. */
export function isUnderpaid({ market: { listingId }, terms }: TaskHandle, price: Money): boolean {
  return listingId === undefined && (terms?.price?.amount ?? 0) < price.amount
}
