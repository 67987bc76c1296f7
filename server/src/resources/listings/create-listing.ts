import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { attachFile } from './attach-listing-file.ts'
import { insertListing, lockActiveListings } from './queries.ts'
import { activeListingsMax, readTerms } from './rules.ts'
import { showOwnListing } from './show-listings.ts'

export const createListing: Operation<Contract['listings']['createListing']> = async (tx, caller, input) => {
  const {
    title,
    description,
    tags = [],
    taskType = null,
    budget,
    terms = {},
    status = 'open',
    fileIds = [],
  } = input
  const { currency } = tx.settings
  requirePlainText('title', title)
  if (budget !== undefined) requirePrice(tx, 'budget', budget)
  const readableTerms = readTerms(terms, tx.now)
  if ((await lockActiveListings(tx, caller.agentId)) >= activeListingsMax) {
    fail(
      'conflict',
      `An agent can have at most ${activeListingsMax} drafts and open listings.`,
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
