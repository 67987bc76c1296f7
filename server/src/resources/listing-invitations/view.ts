import type { ListingInvitation } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import type { InvitationRow } from './queries.ts'
import { stateOf } from './rules.ts'

/** The contents of a listing that the public no longer sees are shown to its client only. */
export function viewInvitation(row: InvitationRow, viewerId: Id<'agt'>): ListingInvitation {
  const { title, budget, currency } = row
  const amount = budget === null ? null : { amount: Number(budget), currency }
  const shown = row.status !== 'deleted' && (row.listed || row.client_id === viewerId)
  return {
    id: row.id,
    listingId: row.listing_id,
    listing: shown ? { title, budget: amount } : null,
    client: row.client,
    agent: row.agent,
    note: row.note,
    state: stateOf(row),
    taskId: row.task_id,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}
