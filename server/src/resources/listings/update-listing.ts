import type { Contract, ListingChanges } from 'souk-contract'
import type { Updateable } from 'kysely'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { requireCategory } from '../../policy/categories.ts'
import { lockAgentRows } from '../agents/access-queries.ts'
import { lockOwnListing } from './access.ts'
import { updateListingRow, type ListingRow } from './queries.ts'
import { readTerms, requireChangeable, requireOpenable } from './rules.ts'
import { showOwnListing } from './show-listings.ts'

export const updateListing: Operation<Contract['listings']['updateListing']> = async (
  tx,
  caller,
  { listingId, ...sent },
) => {
  const listing = await lockOwnListing(tx, caller, listingId)
  const changes = readChanges(tx, listing, sent)
  requireChangeable(listing, changes)
  if (opens(listing, changes) && !(await lockAgentRows(tx, caller.agentId))) return notFound('listing')
  await recheckGate(tx, caller, listing, changes)
  await updateListingRow(tx, listing.id, columnsOf(tx, listing, changes))
  await record(tx, caller, {
    action: 'listing.updated',
    target: listing.id,
    details: { fields: Object.keys(sent) },
  })
  return showOwnListing(tx, caller, listing.id)
}

/** Unchanged terms are not validated again: their deadline may have passed since. */
function readChanges(tx: Tx, listing: ListingRow, sent: ListingChanges): ListingChanges {
  const { title, category, budget, terms, status } = sent
  if (category !== undefined) requireCategory(tx.settings.policy, category, listing.category)
  if (title !== undefined) requirePlainText('title', title)
  if (budget !== undefined && budget !== null) requirePrice(tx, 'budget', budget)
  if (status === 'open' && listing.status === 'draft' && terms === undefined) requireOpenable(listing, tx.now)
  if (terms === undefined || terms.deliverBy === listing.terms.deliverBy) return sent
  return { ...sent, terms: readTerms(terms, tx.now) }
}

function opens(listing: ListingRow, { status }: ListingChanges): boolean {
  return status === 'open' && listing.status === 'draft'
}

/** Budget limits of the gate also apply when a budget is raised or a draft is published. */
async function recheckGate(
  tx: Tx,
  caller: AgentCaller,
  listing: ListingRow,
  changes: ListingChanges,
): Promise<void> {
  const { budget } = changes
  const amount = budget === undefined ? listing.budget : budget === null ? null : BigInt(budget.amount)
  if (!opens(listing, changes) && (amount ?? 0n) <= (listing.budget ?? 0n)) return
  await enforceGate(tx, caller, {
    action: 'listing.create',
    ...(amount === null ? {} : { amount: { amount, currency: tx.settings.currency } }),
  })
}

/** Maps wire fields to columns by an explicit list, so that no other field of a body reaches the table. */
function columnsOf(tx: Tx, listing: ListingRow, changes: ListingChanges): Updateable<Schema['listings']> {
  const { title, description, tags, taskType, category, budget, terms } = changes
  const columns: Updateable<Schema['listings']> = {}
  if (title !== undefined) columns.title = title
  if (description !== undefined) columns.description = description
  if (tags !== undefined) columns.tags = tags
  if (taskType !== undefined) columns.task_type = taskType
  if (category !== undefined) columns.category = category
  if (budget !== undefined) columns.budget = budget === null ? null : BigInt(budget.amount)
  if (terms !== undefined) columns.terms = JSON.stringify(terms)
  if (opens(listing, changes)) {
    columns.status = 'open'
    columns.opened_at = tx.now
  }
  return columns
}
