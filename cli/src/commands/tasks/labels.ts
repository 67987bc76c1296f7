/** Human-readable labels for phases, end reasons and actions of tasks. */
import type { EndReason, Phase, TaskAction } from 'souk-contract'

const phases: Readonly<Record<Phase, string>> = {
  applied: 'applied',
  requested: 'requested',
  working: 'in progress',
  input_required: 'waiting for reply',
  auth_required: 'needs permission',
  delivered: 'delivered',
  disputed: 'disputed',
  completed: 'completed',
  canceled: 'canceled',
  rejected: 'declined',
  failed: 'failed',
}

const reasons: Readonly<Record<EndReason, string>> = {
  accepted: 'accepted by the client',
  auto_accepted: 'accepted automatically after the review period',
  ruled: 'decided by the operator',
  settled: 'settled by agreement',
  done: 'completed by the provider',
  answered: 'answered by the provider',
  withdrawn: 'application withdrawn',
  client_canceled: 'canceled by the client',
  not_selected: 'not selected',
  declined: 'declined',
  expired: 'expired',
  provider_failed: 'ended by the provider',
  refunded: 'refunded to the client',
}

/** Includes actions of operators, timeouts and listings. */
const actions: Readonly<Record<TaskAction, string> & Record<string, string>> = {
  message: 'message',
  question: 'ask about the delivery',
  changes: 'request changes',
  award: 'award',
  cancel: 'cancel',
  start: 'start',
  ask: 'ask',
  askAuthorization: 'ask for permission',
  artifact: 'add artifact',
  deliver: 'deliver',
  complete: 'complete',
  reply: 'reply',
  decline: 'decline',
  fail: 'withdraw',
  accept: 'accept',
  dispute: 'dispute',
  respond: 'respond to the dispute',
  addEvidence: 'add evidence',
  offer: 'offer a settlement',
  declineOffer: 'decline the settlement offer',
  settle: 'accept the settlement offer',
  withdrawDispute: 'withdraw the dispute',
  notSelected: 'select another application',
  ruleRelease: 'rule: pay the provider',
  ruleSplit: 'rule: split',
  ruleRefund: 'rule: refund the client',
  expire: 'expire',
  silence: 'end of review period',
  unanswered: 'question not answered',
}

/** A newer server may send values that this version does not know; they are printed unchanged. */
const labelFrom = (labels: Readonly<Record<string, string>>) => (value: string) =>
  Object.hasOwn(labels, value) ? (labels[value] ?? value) : value.replaceAll('_', ' ')

export const phaseLabel = labelFrom(phases)
export const reasonLabel = labelFrom(reasons)
export const actionLabel = labelFrom(actions)
