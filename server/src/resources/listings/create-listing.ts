import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { requireCategory } from '../../policy/categories.ts'
import { attachFile } from './attach-listing-file.ts'
import { insertListing, lockActiveListings } from './queries.ts'
import { readTerms } from './rules.ts'
import { showOwnListing } from './show-listings.ts'

export const createListing: Operation<Contract['listings']['createListing']> = async (tx, caller, input) => {
  const {
    title,
    description,
    tags = [],
    taskType = null,
    category = null,
    budget,
    terms = {},
    status = 'open',
    fileIds = [],
  } = input
  const { currency, policy } = tx.settings
  requirePlainText('title', title)
  if (budget !== undefined) requirePrice(tx, 'budget', budget)
  requireCategory(policy, category)
  const readableTerms = readTerms(terms, tx.now)
  const count =
    (await lockActiveListings(tx, caller.agentId)) ??
    fail('conflict', 'This agent is archived.', 'Act as another agent.')
  if (count >= policy.listingsMax) {
    fail(
      'conflict',
      `An agent can have at most ${policy.listingsMax} drafts and open listings.`,
      'Delete a listing you no longer need.',
    )
  }
  const amount = budget === undefined ? null : BigInt(budget.amount)
  await enforceGate(tx, caller, {
    action: 'listing.create',
    ...(amount === null ? {} : { amount: { amount, currency } }),
  })
  const id = newId('lst', tx.now)
  await insertListing(tx, {
    id,
    client_id: caller.agentId,
    title,
    description,
    tags,
    task_type: taskType,
    category,
    budget: amount,
    currency,
    terms: JSON.stringify(readableTerms),
    status,
    opened_at: status === 'open' ? tx.now : null,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, { action: 'listing.created', target: id, details: { status } })
  for (const [index, fileId] of fileIds.entries())
    await attachFile(tx, caller, { listingId: id, fileId, field: `fileIds.${index}` })
  return showOwnListing(tx, caller, id)
}
