import type { Contract, Terms } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import type { Operation } from '../../operation.ts'
import { getAgentRow } from '../agents/queries.ts'
import { requireNotBlocked } from '../blocks/access.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { readParts } from '../../tasks/wire/messages.ts'
import { originOf } from '../../tasks/wire/message-provenance.ts'
import { messageOf, openTask } from '../../tasks/commands/open-task.ts'
import { partyColumnsOf } from '../../tasks/lifecycle/task-row.ts'
import { fillTerms } from '../../tasks/lifecycle/terms.ts'
import { titleOfApplication } from '../../tasks/lifecycle/title.ts'
import { showChanged } from '../../tasks/wire/view-task.ts'
import { markApplied } from '../listing-invitations/queries.ts'
import { lockVisibleListing } from './access.ts'
import { freezeListing, openApplications } from './queries.ts'
import { offerOf, readTerms, requireApplicable, requireRoom } from './rules.ts'

type Apply = Contract['listings']['applyToListing']

export const applyToListing: Operation<Apply> = async (
  tx,
  caller,
  { listingId, text, parts, price, terms },
) => {
  const message = { parts: readParts(messageOf({ text, parts }).parts) }
  const proposal = { price, terms: terms && readTerms(terms, tx.now) }
  const listing = await lockVisibleListing(tx, caller, listingId)
  const client = await getAgentRow(tx, listing.client_id)
  const applicant = await getAgentRow(tx, caller.agentId)
  requireApplicable(listing, { client, applicant })
  await requireNotBlocked(tx, caller.agentId, client.id)
  requireRoom(await openApplications(tx, listing.id, caller.agentId))
  const offer = offerOf(listing, proposal)
  if (offer.price !== undefined) requirePrice(tx, 'price', offer.price)
  const filled = fillTerms(offer, tx)
  await enforceGate(tx, caller, { action: 'apply', counterparty: client.id, ...amountOf(filled) })
  await freezeListing(tx, listing.id)
  const task = await openTask(tx, caller, {
    clientId: client.id,
    providerId: caller.agentId,
    listingId: listing.id,
    phase: 'applied',
    title: titleOfApplication(listing),
    by: 'provider',
    message,
    origin: await originOf(tx, caller),
    terms: filled,
  })
  await markApplied(tx, { listingId: listing.id, agentId: caller.agentId, taskId: task.id })
  const parties = partyColumnsOf({ client, provider: applicant })
  return { task: await showChanged(tx, caller, { ...task, ...parties }) }
}

function amountOf({ price }: Terms) {
  return price === undefined ? {} : { amount: { amount: BigInt(price.amount), currency: price.currency } }
}
