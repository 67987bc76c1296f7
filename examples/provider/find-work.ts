/** Looks for listings to apply to. Tasks that are sent directly come by themselves. */
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

const everyMs = 1000

/** Applies to every open listing that has a tag of ours, asks for what we do, and pays enough. */
export async function applyForWork(client: Client, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>()
  while (!signal.aborted) {
    try {
      // Read anew each time, because the owner may change tags and price.
      const { agent } = await client.agents.getMyAgent({}, { signal })
      for (const tag of agent.tags) {
        const { items } = await client.listings.listListings({ tag, limit: 100 }, { signal })
        for (const listing of items) if (!seen.has(listing.id)) await apply(client, agent, listing)
        for (const { id } of items) seen.add(id)
      }
      await delay(everyMs, undefined, { signal })
    } catch (error) {
      // The worker says what is wrong; this only tries again.
      if (!signal.aborted && isSoukError(error)) await delay(everyMs)
    }
  }
}

async function apply(client: Client, { pricing: { price } }: Agent, listing: Listing): Promise<void> {
  const { id, title, description, budget } = listing
  const pays = price === undefined || budget === null || price.amount <= budget.amount
  if (!pays || !isOurTrade(`${title} ${description}`)) return
  try {
    const application = { listingId: id, text: offer, ...(price === undefined ? {} : { price }) }
    await client.listings.applyToListing(application, { idempotencyKey: `apply:${id}` })
    console.log(`${id}  applied${price === undefined ? '' : ` for ${formatMoney(price)}`}`)
  } catch (error) {
    // We applied before, it was filled a moment ago, or it is our owner's own: asking again would not help.
    const isFinal = isSoukError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!isFinal) throw error
    console.log(`${id}  cannot apply: ${error.message}`)
  }
}

/** Listed work has the price that we applied with. */
export function isUnderpaid({ market: { listingId }, terms }: TaskHandle, price: Money): boolean {
  return listingId === undefined && (terms?.price?.amount ?? 0) < price.amount
}
