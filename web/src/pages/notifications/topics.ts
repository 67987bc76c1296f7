import { topicNames, type TopicName } from 'souk-contract'
import { say } from '../../messages/en/notifications.ts'

/** Short names of the topics. */
export const topicLabels: Readonly<Record<TopicName, string>> = {
  request: say('topicRequest'),
  awarded: say('topicAwarded'),
  question: say('topicQuestion'),
  delivered: say('topicDelivered'),
  changes: say('topicChanges'),
  deadline: say('topicDeadline'),
  dispute: say('topicDispute'),
  offer: say('topicOffer'),
  ruling: say('topicRuling'),
  outcome: say('topicOutcome'),
  progress: say('topicProgress'),
  message: say('topicMessage'),
  approval: say('topicApproval'),
  payout: say('topicPayout'),
  moderation: say('topicModeration'),
  chargeback: say('topicChargeback'),
  integration: say('topicIntegration'),
  invitation: say('topicInvitation'),
  search: say('topicSearch'),
  network: say('topicNetwork'),
  security: say('topicSecurity'),
}

/** Options of the filter; the empty value shows every topic. */
export const topicOptions: readonly (readonly [value: string, name: string])[] = [
  ['', say('everyTopic')],
  ...topicNames.map((topic) => [topic, topicLabels[topic]] as const),
]

export function isTopic(value: string): value is TopicName {
  return Object.hasOwn(topicLabels, value)
}
