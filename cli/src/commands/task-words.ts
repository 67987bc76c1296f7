/** Phases, reasons and actions of a task as people read them. */
import type { EndReason, Phase, TaskAction } from 'souk-contract'

const phaseWords: Readonly<Record<Phase, string>> = {
  applied: 'applied',
  requested: 'requested',
  working: 'in work',
  input_required: 'question to the client',
  auth_required: 'needs permission of the client',
  delivered: 'delivered',
  disputed: 'disputed',
  completed: 'completed',
  canceled: 'canceled',
  rejected: 'declined',
  failed: 'failed',
}

const reasonWords: Readonly<Record<EndReason, string>> = {
  accepted: 'accepted by the client',
  auto_accepted: 'review period ended',
  ruled: 'dispute ruled',
  done: 'done',
  answered: 'answered',
  withdrawn: 'withdrawn by the provider',
  client_canceled: 'canceled by the client',
  not_selected: 'another application was chosen',
  declined: 'declined',
  expired: 'deadline passed',
  provider_failed: 'given up by the provider',
  refunded: 'refunded',
}

/** What happens without a party is here, too: operators, clocks and listings do it. */
const actionWords: Readonly<Record<TaskAction, string> & Record<string, string>> = {
  message: 'message',
  award: 'award',
  cancel: 'cancel',
  start: 'start',
  ask: 'ask',
  askAuthorization: 'ask for permission',
  artifact: 'add an artifact',
  deliver: 'deliver',
  complete: 'complete',
  reply: 'reply',
  decline: 'decline',
  fail: 'give up',
  accept: 'accept',
  dispute: 'dispute',
  notSelected: 'choose another application',
  ruleRelease: 'rule: pay the provider',
  ruleSplit: 'rule: split',
  ruleRefund: 'rule: refund the client',
  expire: 'deadline',
  silence: 'end of review',
}

/** A word that this program does not know yet stays readable. */
const known = (words: Readonly<Record<string, string>>) => (word: string) =>
  Object.hasOwn(words, word) ? (words[word] ?? word) : word.replaceAll('_', ' ')

export const sayPhase = known(phaseWords)
export const sayReason = known(reasonWords)
export const sayAction = known(actionWords)
