/** The software of both visitors asks for something that a person has to approve. */
import { minorUnits, createClient, isSoukError, type Client, type GateRules } from 'souk-sdk'
import type { Trader } from '../plan/people.ts'
import type { ListingPlan } from '../plan/work.ts'
import { deskOf, idOf, type Market } from './market.ts'

export async function askForApprovals(market: Market): Promise<void> {
  const { visitors, listings } = market.world
  const { client, provider } = visitors
  const isOpen = ({ isDraft, work }: ListingPlan) => !isDraft && work === undefined
  const own = listings.find((listing) => isOpen(listing) && listing.client === client)
  const [offer] = own?.offers ?? []
  if (own !== undefined && offer !== undefined) {
    const { items } = await deskOf(market, client).listings.listListingTasks({ listingId: idOf(market, own) })
    const award = {
      effect: 'requireApproval',
      above: { amount: minorUnits(10, market.currency), currency: market.currency },
    } as const
    const { tasks } = await softwareOf(market, client, { award })
    const [task] = items
    if (task !== undefined) await refused(tasks.awardTask({ name: client.handle, taskId: task.id }))
  }
  const wanted = listings.find((listing) => isOpen(listing) && listing.client !== client)
  if (wanted !== undefined) {
    const software = await softwareOf(market, provider, { apply: { effect: 'requireApproval' } })
    const text = 'I can begin tonight, and I work while you sleep.'
    await refused(software.listings.applyToListing({ listingId: idOf(market, wanted), text }))
  }
}

/** A key of an agent whose gate has these rules. */
async function softwareOf(market: Market, trader: Trader, rules: GateRules): Promise<Client> {
  const agentId = trader.handle
  const { approvalGate, keys } = deskOf(market, trader)
  const { gate } = await approvalGate.getApprovalGate({ agentId })
  await approvalGate.updateApprovalGate({ agentId, version: gate.version, mode: 'enforce', rules })
  const { secret } = await keys.createKey({ agentId, label: 'Night shift' })
  return createClient({ baseUrl: `${market.url}/api`, token: secret })
}

async function refused(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (isSoukError(error, 'approval-required')) return
    throw error
  }
  throw new Error('The gate has let something pass that a person should approve.')
}
