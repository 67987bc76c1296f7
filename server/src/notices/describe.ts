/** The only place that decides what an event means to its reader: what changed, what to do next, and where. Pure. */
import type { Locale, Notification } from 'souk-contract'
import { awaitedBy } from '../tasks/lifecycle/awaited-by.ts'
import type { NoticeRow, NoticeTask } from './facts.ts'
import { texts, type ChangeCode, type StepCode } from './texts.ts'

interface Description {
  readonly actor: Notification['actor']
  readonly change: ChangeCode
  readonly step: StepCode | undefined
  readonly deadline: Date | undefined
  readonly amount: Notification['amount']
  /** Title of the task or listing, name of the saved search, subject of the thread, or the action to approve. */
  readonly title: string | undefined
  readonly href: string
}

export function describeNotice(row: NoticeRow, locale: Locale): Description {
  const { task, payment } = row
  const step = stepOf(row)
  const due = row.review_due ?? (task === null ? row.approval_due : deadlineOf(row, task))
  return {
    actor: actorOf(row),
    change: changeOf(row),
    step,
    deadline: step === undefined && row.kind !== 'task.warned' ? undefined : (due ?? undefined),
    amount: task?.price ?? (payment === null ? undefined : { ...payment, amount: Number(payment.amount) }),
    title: task?.title ?? row.name ?? requestOf(row, locale),
    href: `/as/${row.handle}/${pageOf(row)}`,
  }
}

/** Action that an approval is about, with the other party. */
function requestOf(row: NoticeRow, locale: Locale): string | undefined {
  const { approval_action: action, approval_party: party } = row
  if (action === null) return undefined
  const text = texts[locale].requests[action]
  if (party === null) return text.includes('{party}') ? undefined : text
  return text.replace('{party}', () => party)
}

/** The end of an offer that the event warns of, or of the phase. */
function deadlineOf({ kind, data }: NoticeRow, { dueAt, dispute }: NoticeTask): Date | null {
  const offers = dispute?.open?.offers
  const offer = data['role'] === 'client' ? offers?.provider : offers?.client
  const ends = kind === 'offer.expiring' ? (offer ?? null) : dueAt
  return ends === null ? null : new Date(ends)
}

/** `actor` is the name as the reader may see it. */
export function changeText(locale: Locale, change: ChangeCode, actor: string): string {
  return texts[locale].changes[change].replace('{actor}', () => actor)
}

/** Name of an actor that is not an agent. */
export function actorName(locale: Locale, { kind, displayName }: Notification['actor']): string {
  return kind === 'agent' ? (displayName ?? '') : texts[locale].actors[kind]
}

function actorOf({ actor, data }: NoticeRow): Notification['actor'] {
  if (actor !== null) {
    const { kind: agentKind = null, ...agent } = actor
    return { kind: 'agent', ...agent, agentKind }
  }
  return { kind: data['by'] === 'operator' ? 'operator' : data['by'] === 'clock' ? 'clock' : 'system' }
}

const changesByKind: Readonly<Partial<Record<NoticeRow['kind'], ChangeCode>>> = {
  'task.warned': 'deadline',
  'offer.expiring': 'offerExpiring',
  'thread.message': 'message',
  'connection.requested': 'connectionRequested',
  'connection.accepted': 'connectionAccepted',
  'post.commented': 'commented',
  'post.reacted': 'reacted',
  'agent.endorsed': 'endorsed',
  'agent.recommended': 'recommended',
  'review.submitted': 'reviewSubmitted',
  'review.revealed': 'reviewsPublic',
  'review.replied': 'reviewReplied',
  'listing.invited': 'invited',
  'listing.declined': 'invitationDeclined',
  'search.matched': 'searchMatched',
  'payout.stopped': 'payoutStopped',
  'payout.sent': 'payoutSent',
  'payout.failed': 'payoutFailed',
  'chargeback.opened': 'chargeback',
  'approval.requested': 'approval',
  'approval.expiring': 'approvalExpiring',
  'authority.granted': 'access',
  'moderation.decided': 'moderation',
  'key.disabled': 'keyDisabled',
  'webhook.failing': 'webhookFailing',
  'webhook.disabled': 'webhookDisabled',
}

const changesByReason: Readonly<Record<string, ChangeCode>> = {
  accepted: 'accepted',
  auto_accepted: 'autoAccepted',
  ruled: 'ruled',
  settled: 'settled',
  done: 'completed',
  answered: 'completed',
  withdrawn: 'canceled',
  client_canceled: 'canceled',
  not_selected: 'notSelected',
  declined: 'declined',
  expired: 'expired',
  provider_failed: 'failed',
  refunded: 'refunded',
}

const changesByAction: Readonly<Record<string, ChangeCode>> = {
  award: 'awarded',
  ask: 'asked',
  askAuthorization: 'askedAuthorization',
  question: 'question',
  changes: 'changes',
  deliver: 'delivered',
  dispute: 'disputed',
  withdrawDispute: 'disputeWithdrawn',
  respond: 'responded',
  addEvidence: 'evidence',
  offer: 'offered',
  declineOffer: 'offerDeclined',
}

const changesByApproval: Readonly<Partial<Record<NonNullable<NoticeRow['approval_state']>, ChangeCode>>> = {
  approved: 'approvalGranted',
  done: 'approvalGranted',
  failed: 'approvalGranted',
  denied: 'approvalDenied',
  expired: 'approvalExpired',
}

function changeOf({ kind, data, approval_state: approval }: NoticeRow): ChangeCode {
  const { action, by, phase, reason } = data
  const decided = approval === null ? undefined : changesByApproval[approval]
  if (decided !== undefined) return decided
  if (kind === 'task.created') return phase === 'applied' ? 'applied' : 'requested'
  const known = changesByKind[kind] ?? changesByReason[String(reason)]
  if (known !== undefined) return known
  if (phase === 'disputed' && by === 'clock') return 'disputedByClock'
  const named = changesByAction[String(action)]
  if (named !== undefined) return named
  if (kind !== 'task.updated') return 'message'
  return by === 'client' ? 'replied' : 'started'
}

function stepOf(row: NoticeRow): StepCode | undefined {
  const { task, kind, data } = row
  if (row.review_due !== null) return 'submitReview'
  if (task !== null) return taskStep(task, data['role'] === 'client' ? 'client' : 'provider')
  if (kind === 'approval.requested' || kind === 'approval.expiring')
    return row.approval_due === null ? undefined : 'approve'
  if (kind === 'listing.invited') return row.invitation_pending ? 'answerInvitation' : undefined
  if (kind === 'connection.requested') return row.connection_pending ? 'answerConnection' : undefined
  return stepsByKind[kind]
}

const stepsByKind: Readonly<Partial<Record<NoticeRow['kind'], StepCode>>> = {
  'thread.message': 'reply',
  'search.matched': 'seeResults',
  'payout.stopped': 'decidePayout',
  'chargeback.opened': 'checkChargeback',
  'authority.granted': 'checkAccess',
  'key.disabled': 'enableKey',
  'webhook.failing': 'repairWebhook',
  'webhook.disabled': 'repairWebhook',
}

const stepsByPhase: Readonly<Partial<Record<NoticeTask['phase'], StepCode>>> = {
  applied: 'award',
  requested: 'start',
  working: 'deliver',
  input_required: 'answer',
  auth_required: 'authorize',
}

const reviewSteps = { accept: 'reviewAccept', dispute: 'reviewDispute', refund: 'reviewRefund' } as const

/** The step of one side in the current state of the task, if it is its turn. */
function taskStep(task: NoticeTask, role: 'client' | 'provider'): StepCode | undefined {
  const awaited = awaitedBy(task)
  if (awaited === 'operator') return disputeStep(task, role)
  if (awaited !== role) return undefined
  if (task.asked) return 'answerQuestion'
  return task.phase === 'delivered' ? reviewSteps[task.onSilence] : stepsByPhase[task.phase]
}

function disputeStep({ dispute }: NoticeTask, role: 'client' | 'provider'): StepCode | undefined {
  const open = dispute?.open
  if (open === undefined || open === null) return undefined
  if (open.offers[role === 'client' ? 'provider' : 'client'] !== undefined) return 'considerOffer'
  return open.by === role || open.responded ? undefined : 'respond'
}

const pagesByKind: Readonly<Partial<Record<NoticeRow['kind'], string>>> = {
  'connection.requested': 'connections',
  'connection.accepted': 'connections',
  'payout.stopped': 'money',
  'payout.sent': 'money',
  'payout.failed': 'money',
  'chargeback.opened': 'money',
  'approval.requested': 'approvals',
  'approval.expiring': 'approvals',
  'authority.granted': 'settings/keys',
  'key.disabled': 'settings/keys',
  'webhook.failing': 'settings/webhook',
  'webhook.disabled': 'settings/webhook',
}

function pageOf({ task, kind, data, handle }: NoticeRow): string {
  if (task !== null) return `tasks/${task.provider}/${task.id}`
  if (kind === 'listing.invited' || kind === 'listing.declined')
    return `listings/${String(data['listingId'])}`
  if (kind === 'search.matched') return `saved/searches/${String(data['searchId'])}`
  if (kind === 'thread.message') return `threads/${String(data['threadId'])}`
  if (kind === 'post.commented' || kind === 'post.reacted') return `posts/${String(data['postId'])}`
  if (kind === 'agent.endorsed' || kind === 'agent.recommended') return `agents/${handle}`
  return pagesByKind[kind] ?? 'notifications'
}
