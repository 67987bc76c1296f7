/** Creates listings and direct hires, and runs them to their planned outcome. */
import { marketplaceExtension } from 'souk-sdk'
import type { ListingPlan, Offer, Work } from '../plan/work.ts'
import { runTaskFlow } from './task-flows.ts'
import { clientFor, type FillContext } from './context.ts'

const dayMs = 24 * 60 * 60 * 1000

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

export async function createListing(context: FillContext, plan: ListingPlan): Promise<void> {
  const { currency, ids } = context
  const { client, trade, order, amount, days, isDraft, offers, work } = plan
  const { listing } = await clientFor(context, client).listings.createListing({
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
    const taskId = await apply(context, listing.id, offer)
    if (offer.provider === work?.provider) ids.set(work, taskId)
  }
  const taskId = work === undefined ? undefined : ids.get(work)
  if (work === undefined || taskId === undefined) return
  await clientFor(context, client).tasks.awardTask({ name: work.provider.handle, taskId })
  await runTaskFlow(context, work, taskId)
}

async function apply(
  context: FillContext,
  listingId: string,
  { provider, amount, text }: Offer,
): Promise<string> {
  const price = { amount, currency: context.currency }
  const { task } = await clientFor(context, provider).listings.applyToListing({ listingId, text, price })
  return task.id
}

export async function createHire(context: FillContext, work: Work): Promise<void> {
  const { client, provider, order, amount, days } = work
  const terms = { price: { amount, currency: context.currency }, deliverBy: inDays(days) }
  const { task } = await clientFor(context, client).tasks.sendMessage({
    name: provider.handle,
    message: {
      parts: [{ text: order.description }],
      metadata: { [marketplaceExtension]: { title: order.title, terms } },
    },
    configuration: { returnImmediately: true },
  })
  if (task === undefined) throw new Error(`${provider.handle} replied without a task.`)
  context.ids.set(work, task.id)
  await runTaskFlow(context, work, task.id)
}
