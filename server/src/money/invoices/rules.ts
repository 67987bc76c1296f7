/** Decides which month is invoiced next. Pure. */
import { after, hour } from '../../lib/clock.ts'

/** Transactions of the last second of a month have long ended then. */
const delayMs = hour

interface Books {
  /** The last month whose fees are invoiced. */
  readonly lastMonth: string | undefined
  readonly firstFeeAt: Date | undefined
  readonly now: Date
}

/** The oldest month that is over and not invoiced; undefined if there is none. Months are in UTC. */
export function dueMonth({ lastMonth, firstFeeAt, now }: Books): string | undefined {
  const month = lastMonth === undefined ? firstFeeAt && monthOf(firstFeeAt) : monthAfter(lastMonth)
  return month !== undefined && after(endOf(month), delayMs) <= now ? month : undefined
}

/** Whether this is the most recent finished month. Earlier months are invoiced late, once the policy has legal details. */
export function isLastMonth(month: string, now: Date): boolean {
  return now < endOf(monthAfter(month))
}

/** The first instant after a month. */
export function endOf(month: string): Date {
  return new Date(`${monthAfter(month)}-01T00:00:00.000Z`)
}

function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00.000Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return monthOf(next)
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7)
}
