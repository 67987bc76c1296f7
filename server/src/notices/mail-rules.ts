/** The only place that decides who gets mail about an event, and when. Pure. */
import { notificationTopics, topicNames, type TopicName } from 'souk-contract'
import { rolesHolding } from '../authority/rights.ts'
import { minute } from '../lib/clock.ts'

const walletTopics: readonly TopicName[] = ['payout', 'chargeback']
const managingTopics: readonly TopicName[] = ['security', 'integration', 'approval']
const workRoles = rolesHolding().filter((role) => role !== 'organization-finance')

/** Roles whose holders get mail about a topic: money topics go to roles with a wallet, work topics to roles that work. */
export function rolesFor(topic: TopicName): string[] {
  if (walletTopics.includes(topic)) return rolesHolding('wallet')
  return managingTopics.includes(topic) ? rolesHolding('manage') : workRoles
}

const immediate: ReadonlySet<TopicName> = new Set<TopicName>([
  'deadline', 'ruling', 'payout', 'chargeback', 'security',
]) // prettier-ignore

/** Time to see a notification in the app before it is mailed. */
export function mailDelayMs(topic: TopicName): number {
  if (topic === 'message') return 10 * minute
  return immediate.has(topic) ? 0 : 2 * minute
}

/** Mail of these topics is sent regardless of the daily limit. */
export const uncappedTopics: readonly string[] = ['security', 'digest']

/** Topics that are mailed unless the person switches them off. */
export const mailedTopics: readonly TopicName[] = topicNames.filter((name) => notificationTopics[name].mail)
