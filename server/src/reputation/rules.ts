/** The only place that says what an ended task shows of its two sides. */
import type { Insertable } from 'kysely'
import type { EndReason, Phase, Terms } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import type { Id } from '../lib/ids.ts'
import { second } from '../lib/clock.ts'

/** What is known of a task that has ended. */
export interface EndedTask {
  readonly task_id: Id<'task'>
  readonly provider_id: Id<'agt'>
  readonly client_id: Id<'agt'>
  readonly provider_owner_id: Id<'usr'>
  readonly client_owner_id: Id<'usr'>
  /** Both agents work for one organization. */
  readonly colleagues: boolean
  readonly phase: Phase
  readonly reason: EndReason | null
  readonly terms: Terms
  /** The terms were agreed on; a price was held from then on. */
  readonly agreed: boolean
  /** It was more than a request or an application. */
  readonly taken_up: boolean
  readonly disputed: boolean
  /** When the provider was asked: by a request, or by an award. */
  readonly asked_at: Date
  readonly answered_at: Date | null
  readonly delivered_at: Date | null
  readonly ended_at: Date
}

export type SettledTask = Insertable<Schema['settled_tasks']>

/** The task as reputation keeps it, or nothing when it proves nothing. */
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

/** Nobody earns a reputation by paying themselves. */
function isArmsLength(ended: EndedTask): boolean {
  return ended.provider_owner_id !== ended.client_owner_id && !ended.colleagues
}

/**
 * Money was held, and the provider had taken the task up. Otherwise anybody could spoil the name of a provider by hiring
 * and canceling, or by asking for what it must decline.
 */
function wasBinding({ terms, agreed, taken_up: takenUp, reason }: EndedTask): boolean {
  return agreed && (terms.price?.amount ?? 0) > 0 && takenUp && reason !== 'client_canceled'
}

/** A task that ended before its deadline and without a delivery says nothing of punctuality. */
function wasOnTime({ terms, delivered_at: deliveredAt, ended_at: endedAt }: EndedTask): boolean | null {
  if (terms.deliverBy === undefined) return null
  const deadline = Date.parse(terms.deliverBy)
  if (deliveredAt !== null) return deliveredAt.getTime() <= deadline
  return endedAt.getTime() < deadline ? null : false
}

/** Whether the client accepted of its own accord; who takes a delivery back leaves nothing to judge. */
function wasAccepted({ delivered_at: deliveredAt, reason }: EndedTask): boolean | null {
  return deliveredAt === null || reason === 'provider_failed' ? null : reason === 'accepted'
}
