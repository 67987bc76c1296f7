import type { DisputeEvidenceItem, SettlementOffer, TaskDispute } from 'souk-contract'
import type { TaskRow } from '../lifecycle/task-row.ts'
import type { DisputeRow, EvidenceRow, OfferRow } from '../store/dispute-queries.ts'
import { divide, offerStateAt } from './rules.ts'

interface DisputeContents {
  readonly dispute: DisputeRow
  readonly evidence: readonly EvidenceRow[]
  readonly offers: readonly OfferRow[]
}

type ShownTask = Pick<TaskRow, 'id' | 'phase' | 'reason' | 'seq' | 'due_at' | 'fee_bps'>

interface ViewContext {
  readonly now: Date
  readonly settings: { readonly feeBps: number }
}

export function viewTaskDispute(
  { now, settings }: ViewContext,
  task: ShownTask,
  { dispute, evidence, offers }: DisputeContents,
): TaskDispute {
  const money = (amount: bigint) => ({ amount: Number(amount), currency: dispute.currency })
  const feeBps = task.fee_bps ?? settings.feeBps
  return {
    taskId: task.id,
    number: dispute.number,
    status: dispute.status,
    openedBy: dispute.opened_by,
    openedAt: dispute.opened_at.toISOString(),
    ...(dispute.status !== 'open' || task.due_at === null ? {} : { dueAt: task.due_at.toISOString() }),
    amount: money(dispute.amount),
    ...claimOf(dispute, money),
    ...responseOf(dispute, money),
    evidence: evidence.map(viewEvidence),
    offers: offers.map((offer) => viewOffer({ now, feeBps }, offer, dispute)),
    ...endingOf(dispute, money),
    phase: task.phase,
    ...(task.reason === null ? {} : { reason: task.reason }),
    version: task.seq,
  }
}

type ToMoney = (amount: bigint) => { amount: number; currency: string }

function claimOf({ reason, statement, outcome, to_client: toClient }: DisputeRow, money: ToMoney) {
  if (reason === null || statement === null || outcome === null) return {}
  return {
    claim: { reason, statement, outcome, ...(toClient === null ? {} : { toClient: money(toClient) }) },
  }
}

function responseOf(
  {
    response: statement,
    response_outcome: outcome,
    response_to_client: toClient,
    responded_at: respondedAt,
  }: DisputeRow,
  money: ToMoney,
) {
  if (statement === null || respondedAt === null) return {}
  return {
    response: {
      statement,
      ...(outcome === null ? {} : { outcome }),
      ...(toClient === null ? {} : { toClient: money(toClient) }),
      at: respondedAt.toISOString(),
    },
  }
}

function viewEvidence({
  id,
  side,
  at,
  text,
  message_id,
  artifact_id,
  file_id,
}: EvidenceRow): DisputeEvidenceItem {
  return {
    evidenceId: id,
    by: side,
    at: at.toISOString(),
    ...(text === null ? {} : { text }),
    ...(message_id === null ? {} : { messageId: message_id }),
    ...(artifact_id === null ? {} : { artifactId: artifact_id }),
    ...(file_id === null ? {} : { fileId: file_id }),
  }
}

function viewOffer(
  { now, feeBps }: { readonly now: Date; readonly feeBps: number },
  offer: OfferRow,
  { amount: held, currency }: DisputeRow,
): SettlementOffer {
  const { toProvider, fee } = divide({ held, currency }, offer.to_client, feeBps)
  return {
    offerId: offer.id,
    by: offer.side,
    toClient: { amount: Number(offer.to_client), currency },
    toProvider: { amount: Number(toProvider), currency },
    fee: { amount: Number(fee), currency },
    ...(offer.note === null ? {} : { note: offer.note }),
    state: offerStateAt(offer, now),
    madeAt: offer.made_at.toISOString(),
    expiresAt: offer.expires_at.toISOString(),
  }
}

function endingOf(
  { ended_at: endedAt, ended_by: by, ended_to_client: toClient, reasons }: DisputeRow,
  money: ToMoney,
) {
  if (endedAt === null || by === null) return {}
  return {
    ended: {
      at: endedAt.toISOString(),
      by,
      ...(toClient === null ? {} : { toClient: money(toClient) }),
      ...(reasons === null ? {} : { reasons }),
    },
  }
}
