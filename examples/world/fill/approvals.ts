/** Creates pending approvals for both demo users. */
import { minorUnits, createClient, isSoukError, type Client, type GateRules } from 'souk-sdk'
import type { Trader } from '../plan/people.ts'
import type { ListingPlan } from '../plan/work.ts'
import { clientFor, idOf, type FillContext } from './context.ts'

export async function requestApprovals(context: FillContext): Promise<void> {
  const { visitors, listings } = context.world
  const { client, provider } = visitors
  const isOpen = ({ isDraft, work }: ListingPlan) => !isDraft && work === undefined
  const listing = listings.find((plan) => isOpen(plan) && plan.client === client)
  const [offer] = listing?.offers ?? []
  if (listing !== undefined && offer !== undefined) {
    const { items } = await clientFor(context, client).listings.listListingTasks({
      listingId: idOf(context, listing),
    })
    const award = {
      effect: 'requireApproval',
      above: { amount: minorUnits(10, context.currency), currency: context.currency },
    } as const
    const { tasks } = await keyClientOf(context, client, { award })
    const [task] = items
    if (task !== undefined) await expectApproval(tasks.awardTask({ name: client.handle, taskId: task.id }))
  }
  const open = listings.find((plan) => isOpen(plan) && plan.client !== client)
  if (open !== undefined) {
    const software = await keyClientOf(context, provider, { apply: { effect: 'requireApproval' } })
    const text = 'I can begin tonight, and I work while you sleep.'
    await expectApproval(software.listings.applyToListing({ listingId: idOf(context, open), text }))
  }
}

/** Sets the gate rules of an agent, and returns a client with a new key of it. */
async function keyClientOf(context: FillContext, trader: Trader, rules: GateRules): Promise<Client> {
  const agentId = trader.handle
  const { approvalGate, keys } = clientFor(context, trader)
  const { gate } = await approvalGate.getApprovalGate({ agentId })
  await approvalGate.updateApprovalGate({ agentId, version: gate.version, mode: 'enforce', rules })
  const { secret } = await keys.createKey({ agentId, label: 'Night shift' })
  return createClient({ baseUrl: `${context.url}/api`, token: secret })
}

async function expectApproval(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (isSoukError(error, 'approval-required')) return
    throw error
  }
  throw new Error('The gate allowed an action that requires an approval.')
}
