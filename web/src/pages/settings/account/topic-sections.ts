import type { TopicName } from 'souk-contract'
import { say } from '../../../messages/en/account.ts'

/** Groups of the notification preferences: every topic is in one. */
export const topicSections: readonly (readonly [title: string, topics: readonly TopicName[]])[] = [
  [
    say('yourTurn'),
    ['request', 'invitation', 'question', 'delivered', 'deadline', 'dispute', 'offer', 'approval'],
  ],
  [
    say('goodToKnow'),
    [
      'awarded',
      'changes',
      'outcome',
      'ruling',
      'progress',
      'message',
      'payout',
      'chargeback',
      'moderation',
      'integration',
      'security',
    ],
  ],
  [say('aroundYou'), ['network', 'search']],
]
