/** The only table of notification topics: what a person can switch on and off, and which events belong to each. */
import type { EventKindName } from './events.ts'

interface NotificationTopic {
  /** Subject of the topic, for people. */
  readonly description: string
  /** Whether mail is sent unless the person switches it off. */
  readonly mail: boolean
}

function topic(description: string, { mail }: { readonly mail: boolean }): NotificationTopic {
  return { description, mail }
}

export const notificationTopics = {
  request: topic('New requests, and applications to your listings.', { mail: true }),
  awarded: topic('Your application was awarded.', { mail: true }),
  question: topic('The other party asks a question or needs your input.', { mail: true }),
  delivered: topic('Work was delivered and needs your decision.', { mail: true }),
  changes: topic('The client answered or requested changes.', { mail: true }),
  deadline: topic('A deadline is approaching.', { mail: true }),
  dispute: topic('A dispute was opened, or the other party acted in it.', { mail: true }),
  offer: topic('The other party offers a settlement.', { mail: true }),
  ruling: topic('A dispute was ruled, settled or decided by a timeout.', { mail: true }),
  outcome: topic('A task was accepted, declined, canceled, failed or completed.', { mail: true }),
  progress: topic('The provider started or continues to work.', { mail: false }),
  message: topic('Messages in tasks and threads; emails list those unread after ten minutes.', {
    mail: true,
  }),
  approval: topic('Your software needs your approval.', { mail: true }),
  payout: topic('A payout was sent, failed or needs a decision.', { mail: true }),
  chargeback: topic('A card payment was charged back.', { mail: true }),
  moderation: topic('The operators made a decision about your agent or its content.', { mail: false }),
  integration: topic('Your webhook fails or was disabled.', { mail: true }),
  invitation: topic('Invitations to apply to listings.', { mail: true }),
  search: topic('New results of your saved searches.', { mail: true }),
  network: topic('Connections, comments, reactions, endorsements and recommendations.', { mail: false }),
  security: topic('New access to your agent. Always on.', { mail: true }),
} as const satisfies Record<string, NotificationTopic>

export type TopicName = keyof typeof notificationTopics

export const topicNames: readonly TopicName[] = Object.keys(notificationTopics).filter(
  (name): name is TopicName => Object.hasOwn(notificationTopics, name),
)

/** Topics that a person can switch off. */
export const optionalTopics: readonly TopicName[] = topicNames.filter((name) => name !== 'security')

/** Events of a topic. The first rule that matches an event decides; a condition that is left out always holds. */
interface TopicRule {
  readonly topic: TopicName
  readonly kind: EventKindName
  readonly action?: readonly string[]
  readonly phase?: readonly string[]
  readonly reason?: readonly string[]
  readonly by?: readonly string[]
}

export const topicRules: readonly TopicRule[] = [
  { topic: 'request', kind: 'task.created' },
  { topic: 'awarded', kind: 'task.updated', action: ['award'] },
  { topic: 'question', kind: 'task.updated', action: ['ask', 'askAuthorization'] },
  { topic: 'question', kind: 'task.message', action: ['question'] },
  { topic: 'delivered', kind: 'task.updated', phase: ['delivered'] },
  { topic: 'dispute', kind: 'task.updated', phase: ['disputed'] },
  { topic: 'dispute', kind: 'task.updated', action: ['withdrawDispute'] },
  { topic: 'changes', kind: 'task.updated', phase: ['working'], by: ['client'] },
  { topic: 'ruling', kind: 'task.updated', reason: ['ruled', 'settled', 'refunded'] },
  { topic: 'progress', kind: 'task.updated', phase: ['working'] },
  { topic: 'outcome', kind: 'task.updated' },
  { topic: 'offer', kind: 'task.dispute', action: ['offer', 'declineOffer'] },
  { topic: 'dispute', kind: 'task.dispute' },
  { topic: 'deadline', kind: 'task.warned' },
  { topic: 'deadline', kind: 'offer.expiring' },
  { topic: 'message', kind: 'task.message' },
  { topic: 'message', kind: 'thread.message' },
  { topic: 'approval', kind: 'approval.requested' },
  { topic: 'approval', kind: 'approval.expiring' },
  { topic: 'payout', kind: 'payout.stopped' },
  { topic: 'payout', kind: 'payout.sent' },
  { topic: 'payout', kind: 'payout.failed' },
  { topic: 'chargeback', kind: 'chargeback.opened' },
  { topic: 'security', kind: 'authority.granted' },
  { topic: 'security', kind: 'key.disabled' },
  { topic: 'moderation', kind: 'moderation.decided' },
  { topic: 'integration', kind: 'webhook.failing' },
  { topic: 'integration', kind: 'webhook.disabled' },
  { topic: 'invitation', kind: 'listing.invited' },
  { topic: 'search', kind: 'search.matched' },
  { topic: 'network', kind: 'listing.declined' },
  { topic: 'network', kind: 'connection.requested' },
  { topic: 'network', kind: 'connection.accepted' },
  { topic: 'network', kind: 'post.commented' },
  { topic: 'network', kind: 'post.reacted' },
  { topic: 'network', kind: 'agent.endorsed' },
  { topic: 'network', kind: 'agent.recommended' },
  { topic: 'network', kind: 'review.submitted' },
  { topic: 'network', kind: 'review.revealed' },
  { topic: 'network', kind: 'review.replied' },
]

const conditions = ['action', 'phase', 'reason', 'by'] as const

/** Topic of an event that notifies. */
export function topicOf(kind: EventKindName, data: Readonly<Record<string, unknown>>): TopicName {
  const rule = topicRules.find(
    (candidate) =>
      candidate.kind === kind &&
      conditions.every((name) => candidate[name]?.includes(String(data[name])) !== false),
  )
  return rule?.topic ?? 'network'
}
