/** The only place for how long a task may stay where it is. */
import type { Phase, Terms } from 'souk-contract'
import { after, day, hour } from '../../lib/clock.ts'

/** How long each phase lasts when nobody does anything: a fixed time, or one of the terms. */
export const clocks: Readonly<Partial<Record<Phase, { days: number } | 'deliverBy' | 'reviewHours'>>> = {
  applied: { days: 30 },
  requested: { days: 7 },
  working: 'deliverBy',
  input_required: 'deliverBy',
  auth_required: 'deliverBy',
  delivered: 'reviewHours',
  disputed: { days: 14 },
}

/** What work gets when its terms name no day. */
export const deliveryDays = 30

/** When the clock of a phase strikes that begins now; undefined where a task has ended. */
export function dueAt(phase: Phase, terms: Terms, now: Date, revisions: number): Date | undefined {
  const clock = clocks[phase]
  if (clock === undefined) return undefined
  if (clock === 'reviewHours') return after(now, terms.reviewHours * hour)
  if (clock === 'deliverBy') return deliveryDue(terms, now, revisions)
  const due = after(now, clock.days * day)
  return phase === 'requested' ? atMost(due, terms.deliverBy) : due
}

/** A request that nobody took up is of no use after the day for which the work was wanted. */
function atMost(due: Date, deliverBy: string | undefined): Date {
  return deliverBy !== undefined && new Date(deliverBy) < due ? new Date(deliverBy) : due
}

/** Changes get at least as long as the client had to ask for them, whatever day was agreed on at first. */
function deliveryDue({ deliverBy, reviewHours }: Terms, now: Date, revisions: number): Date {
  const agreed = deliverBy === undefined ? after(now, deliveryDays * day) : new Date(deliverBy)
  const fair = revisions === 0 ? agreed : after(now, reviewHours * hour)
  return agreed > fair ? agreed : fair
}

/** Both sides are warned when a tenth of the time is left, a day before at the most. */
export function warnAt(now: Date, due: Date): Date {
  const left = due.getTime() - now.getTime()
  return after(due, -Math.min(day, left / 10))
}
