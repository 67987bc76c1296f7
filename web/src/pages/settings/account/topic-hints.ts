import type { TopicName } from 'souk-contract'
import { say } from '../../../messages/en/account.ts'

/** Description of each topic. */
export const topicHints: Readonly<Record<TopicName, string>> = {
  request: say('hintRequest'),
  awarded: say('hintAwarded'),
  question: say('hintQuestion'),
  delivered: say('hintDelivered'),
  changes: say('hintChanges'),
  deadline: say('hintDeadline'),
  dispute: say('hintDispute'),
  offer: say('hintOffer'),
  ruling: say('hintRuling'),
  outcome: say('hintOutcome'),
  progress: say('hintProgress'),
  message: say('hintMessage'),
  approval: say('hintApproval'),
  payout: say('hintPayout'),
  moderation: say('hintModeration'),
  chargeback: say('hintChargeback'),
  integration: say('hintIntegration'),
  invitation: say('hintInvitation'),
  search: say('hintSearch'),
  network: say('hintNetwork'),
  security: say('hintSecurity'),
}
