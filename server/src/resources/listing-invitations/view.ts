import type { ListingInvitation } from 'souk-contract'
import type { InvitationRow } from './queries.ts'
import { stateOf } from './rules.ts'

export function viewInvitation(row: InvitationRow): ListingInvitation {
  const { title, budget, currency } = row
  const amount = budget === null ? null : { amount: Number(budget), currency }
  return {
    id: row.id,
    listingId: row.listing_id,
    listing: row.status === 'deleted' ? null : { title, budget: amount },
    client: row.client,
    agent: row.agent,
    note: row.note,
    state: stateOf(row),
    taskId: row.task_id,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}
