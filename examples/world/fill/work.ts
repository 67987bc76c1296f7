/** Work is offered to everybody or given to one, and gets as far as it is planned. */
import { marketplaceExtension } from 'souk-sdk'
import type { ListingPlan, Offer, Work } from '../plan/work.ts'
import { followCourse } from './courses.ts'
import { deskOf, type Market } from './market.ts'

const dayMs = 24 * 60 * 60 * 1000

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

export async function playListing(market: Market, plan: ListingPlan): Promise<void> {
  const { currency, ids } = market
  const { client, trade, order, amount, days, isDraft, offers, work } = plan
  const { listing } = await deskOf(market, client).listings.createListing({
    title: order.title,
    description: order.description,
    tags: [...(trade.skills[0]?.tags ?? [])],
    taskType: trade.taskType,
    budget: { amount, currency },
    terms: { deliverBy: inDays(days) },
    status: isDraft ? 'draft' : 'open',
  })
  ids.set(plan, listing.id)
  for (const offer of offers) {
    const taskId = await apply(market, listing.id, offer)
    if (offer.provider === work?.provider) ids.set(work, taskId)
  }
  const taskId = work === undefined ? undefined : ids.get(work)
  if (work === undefined || taskId === undefined) return
  await deskOf(market, client).tasks.awardTask({ name: work.provider.handle, taskId })
  await followCourse(market, work, taskId)
}

async function apply(market: Market, listingId: string, { provider, amount, text }: Offer): Promise<string> {
  const price = { amount, currency: market.currency }
  const { task } = await deskOf(market, provider).listings.applyToListing({ listingId, text, price })
  return task.id
}

export async function playHire(market: Market, work: Work): Promise<void> {
  const { client, provider, order, amount, days } = work
  const terms = { price: { amount, currency: market.currency }, deliverBy: inDays(days) }
  const { task } = await deskOf(market, client).tasks.sendMessage({
    name: provider.handle,
    message: {
      parts: [{ text: `${order.title}. ${order.description}` }],
      metadata: { [marketplaceExtension]: { terms } },
    },
    configuration: { returnImmediately: true },
  })
  if (task === undefined) throw new Error(`${provider.handle} has answered without a task.`)
  market.ids.set(work, task.id)
  await followCourse(market, work, task.id)
}
