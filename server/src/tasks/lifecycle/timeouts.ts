/** The only place that defines how long a task can stay in a phase. */
import type { Phase, Terms } from 'souk-contract'
import { after, day, hour } from '../../lib/clock.ts'

/** Timeout of each phase: a fixed time, or the term that sets it. */
export const timeouts: Readonly<
  Partial<Record<Phase, { days: number } | 'deliverBy' | 'reviewHours' | 'disputeDays'>>
> = {
  applied: { days: 30 },
  requested: { days: 7 },
  working: 'deliverBy',
  input_required: 'deliverBy',
  auth_required: 'deliverBy',
  delivered: 'reviewHours',
  disputed: 'disputeDays',
}

/** Days of a dispute whose terms set none. */
const defaultDisputeDays = 14

/** Default time for work without `deliverBy`. */
export const deliveryDays = 30

/** Deadline of a phase that starts now; undefined for a terminal phase. */
export function dueAt(phase: Phase, terms: Terms, now: Date, revisions: number): Date | undefined {
  const timeout = timeouts[phase]
  if (timeout === undefined) return undefined
  if (timeout === 'reviewHours') return after(now, terms.reviewHours * hour)
  if (timeout === 'disputeDays') return after(now, (terms.disputeDays ?? defaultDisputeDays) * day)
  if (timeout === 'deliverBy') return deliveryDue(terms, now, revisions)
  const due = after(now, timeout.days * day)
  return phase === 'requested' ? atMost(due, terms.deliverBy) : due
}

/** A request that was not started expires with its delivery date at the latest. */
function atMost(due: Date, deliverBy: string | undefined): Date {
  return deliverBy !== undefined && new Date(deliverBy) < due ? new Date(deliverBy) : due
}

/** A revision gets at least as much time as the client had for its review, even past the agreed date. */
function deliveryDue({ deliverBy, reviewHours }: Terms, now: Date, revisions: number): Date {
  const agreed = deliverBy === undefined ? after(now, deliveryDays * day) : new Date(deliverBy)
  const fair = revisions === 0 ? agreed : after(now, reviewHours * hour)
  return agreed > fair ? agreed : fair
}
