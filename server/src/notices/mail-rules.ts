/** The only place that decides who gets mail about an event, and when. Pure. */
import { notificationTopics, topicNames, type TopicName } from 'souk-contract'
import { rolesHolding } from '../authority/rights.ts'
import type { MailAllowance } from '../db/tables/mail-tables.ts'
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

const moneyTopics: ReadonlySet<TopicName> = new Set<TopicName>(['payout', 'chargeback'])
const agreedWorkTopics: ReadonlySet<TopicName> = new Set<TopicName>([
  'delivered', 'deadline', 'dispute', 'offer', 'ruling', 'approval',
]) // prettier-ignore
/** Tasks that a stranger can open: the other side has not agreed yet. */
const unagreedPhases: readonly (string | null)[] = ['applied', 'requested']

/** Daily limit that a mail counts against. Strangers cannot use up those of money and agreed work. */
export function allowanceOf(topic: TopicName, phase: string | null): MailAllowance {
  if (moneyTopics.has(topic)) return 'money'
  return agreedWorkTopics.has(topic) && !unagreedPhases.includes(phase) ? 'work' : 'other'
}

/** Mails of an allowance that one sender can cause in a day. Mail about the money of a person has no sender. */
export function senderShareOf(allowance: MailAllowance, perDay: number): number {
  if (allowance === 'money') return perDay
  return Math.ceil(perDay / (allowance === 'work' ? 2 : 5))
}

/** Mail of these topics is sent regardless of the daily limits. */
export const uncappedTopics: readonly string[] = ['security', 'digest']

/** Topics that are mailed unless the person switches them off. */
export const mailedTopics: readonly TopicName[] = topicNames.filter((name) => notificationTopics[name].mail)
