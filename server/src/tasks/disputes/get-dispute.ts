import type { AdminContract, Dispute } from 'souk-contract'
import { notFound } from '../../failure.ts'
import type { Query } from '../../operation.ts'
import { showDispute } from './show-dispute.ts'
import { artifactsAfter } from '../store/content-queries.ts'
import { findDispute, type OpenDispute } from '../store/open-dispute-queries.ts'
import { eventsAfter } from '../store/event-queries.ts'

const noMoreArtifacts = 2_147_483_647

/** The dispute with a page of its evidence. Operators can only read tasks in dispute. */
export const getDispute: Query<AdminContract['disputes']['getDispute']> = async (
  reader,
  _caller,
  { taskId, after = 0, artifactsAfter: place = 0 },
) => {
  const dispute = (await findDispute(reader, taskId)) ?? notFound('dispute')
  const events = await eventsAfter(reader, dispute.id, after)
  const artifacts = await artifactsAfter(reader, dispute.id, place)
  const last = events.at(-1)?.seq ?? dispute.seq
  const isLast = last >= dispute.seq && artifacts.next === null
  return {
    ...viewDispute(dispute),
    terms: dispute.terms,
    feeBps: dispute.fee_bps ?? reader.settings.feeBps,
    events: events.map(({ seq, at, by, action, phase, message }) => ({
      seq,
      at: at.toISOString(),
      by,
      action,
      phase,
      ...(message !== null && 'parts' in message ? { message } : {}),
    })),
    artifacts: artifacts.items,
    room: await showDispute(reader, dispute),
    next: isLast ? null : { after: last, artifactsAfter: artifacts.next ?? noMoreArtifacts },
  }
}

export function viewDispute(dispute: OpenDispute): Dispute {
  return {
    taskId: dispute.id,
    title: dispute.title,
    client: { agentId: dispute.client_id, name: dispute.client_name },
    provider: { agentId: dispute.provider_id, name: dispute.provider_name },
    amount: { amount: Number(dispute.held), currency: dispute.currency },
    openedBy: dispute.opened_by,
    since: dispute.since.toISOString(),
    dueAt: dispute.due_at.toISOString(),
    delivered: dispute.was_delivered,
  }
}
