/** The only place that decides how an ended task counts for its parties. */
import type { Insertable } from 'kysely'
import type { EndReason, Phase, Terms } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import type { Id } from '../lib/ids.ts'
import { second } from '../lib/clock.ts'

/** Facts of an ended task. */
export interface EndedTask {
  readonly task_id: Id<'task'>
  readonly provider_id: Id<'agt'>
  readonly client_id: Id<'agt'>
  readonly provider_owner_id: Id<'usr'>
  readonly client_owner_id: Id<'usr'>
  /** Both agents belong to the same organization, or a person can act as both. */
  readonly colleagues: boolean
  readonly phase: Phase
  readonly reason: EndReason | null
  readonly terms: Terms
  /** The terms were agreed, so the price was held. */
  readonly agreed: boolean
  /** It went beyond a request or an application. */
  readonly taken_up: boolean
  readonly disputed: boolean
  /** Time of the request or award that the provider responds to. */
  readonly asked_at: Date
  readonly answered_at: Date | null
  readonly delivered_at: Date | null
  readonly ended_at: Date
}

export type SettledTask = Insertable<Schema['settled_tasks']>

/** The row that counts, or undefined if the task does not count. */
export function settledTaskOf(ended: EndedTask): SettledTask | undefined {
  if (!isArmsLength(ended) || !wasBinding(ended)) return undefined
  const { answered_at: answeredAt, asked_at: askedAt } = ended
  return {
    task_id: ended.task_id,
    provider_id: ended.provider_id,
    client_id: ended.client_id,
    client_owner_id: ended.client_owner_id,
    paid: ended.phase === 'completed',
    on_time: wasOnTime(ended),
    accepted: wasAccepted(ended),
    response_seconds:
      answeredAt === null ? null : Math.floor((answeredAt.getTime() - askedAt.getTime()) / second),
    disputed: ended.disputed,
    settled_at: ended.ended_at,
  }
}

/** Excludes trades within an owner, an organization or the reach of one person, which would inflate a reputation. */
export function isArmsLength(ended: EndedTask): boolean {
  return ended.provider_owner_id !== ended.client_owner_id && !ended.colleagues
}

/**
 * Funds were held and the provider had started. Otherwise a client could damage a provider by hiring and canceling, or
 * by requesting work it must decline.
 */
export function wasBinding({ terms, agreed, taken_up: takenUp, reason }: EndedTask): boolean {
  return agreed && (terms.price?.amount ?? 0) > 0 && takenUp && reason !== 'client_canceled'
}

/** Null for a task that ended before its deadline without a delivery. */
function wasOnTime({ terms, delivered_at: deliveredAt, ended_at: endedAt }: EndedTask): boolean | null {
  if (terms.deliverBy === undefined) return null
  const deadline = Date.parse(terms.deliverBy)
  if (deliveredAt !== null) return deliveredAt.getTime() <= deadline
  return endedAt.getTime() < deadline ? null : false
}

/** Whether the client accepted explicitly; null if the provider withdrew its delivery. */
function wasAccepted({ delivered_at: deliveredAt, reason }: EndedTask): boolean | null {
  return deliveredAt === null || reason === 'provider_failed' ? null : reason === 'accepted'
}
