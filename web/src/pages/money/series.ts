/** Earnings and spending per period, for the chart. */
import type { ActivityLine } from 'souk-contract'
import { eventsOf } from './events.ts'

export const ranges = ['30d', '90d', '12m', 'all'] as const
export type Range = (typeof ranges)[number]

export interface Period {
  readonly start: number
  readonly end: number
  /** Payments for work, after the fee. */
  readonly earned: number
  /** Payments to providers, with the fee. */
  readonly spent: number
}

/** Beginning of a range: midnight in the browser's time zone. Undefined for all time. */
export function rangeStart(range: Range, now: number): number | undefined {
  const today = midnight(new Date(now))
  if (range === 'all') return undefined
  if (range === '12m') return new Date(today.getFullYear(), today.getMonth() - 11, 1).getTime()
  return shiftDays(today, range === '30d' ? -29 : -90).getTime()
}

/** Periods from the beginning of the range to now: days, weeks or months. */
export function periodsOf(
  lines: readonly ActivityLine[],
  { range, now }: { range: Range; now: number },
): readonly Period[] {
  const events = eventsOf(lines).map(({ at, net }) => ({ at: Date.parse(at), net }))
  const first = rangeStart(range, now) ?? firstMonth(events.at(-1)?.at ?? now)
  const periods: Period[] = []
  for (let start = new Date(first); start.getTime() <= now;) {
    const end = nextPeriod(start, range)
    const inside = events.filter(({ at }) => at >= start.getTime() && at < end.getTime())
    const sum = (sign: 1 | -1) =>
      inside.reduce((total, { net }) => total + (net * sign > 0 ? net * sign : 0), 0)
    periods.push({ start: start.getTime(), end: end.getTime(), earned: sum(1), spent: sum(-1) })
    start = end
  }
  return periods
}

function nextPeriod(start: Date, range: Range): Date {
  if (range === '30d') return shiftDays(start, 1)
  if (range === '90d') return shiftDays(start, 7)
  return new Date(start.getFullYear(), start.getMonth() + 1, 1)
}

/** The five months before are shown too, so that a young wallet has a chart. */
function firstMonth(oldest: number): number {
  const month = new Date(oldest)
  return new Date(month.getFullYear(), month.getMonth() - 5, 1).getTime()
}

/** A day of 23 or 25 hours is one day. */
function shiftDays(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)
}

function midnight(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate())
}

/** A round number at least as large as the largest value: 1, 2 or 5 times a power of ten. */
export function niceMax(largest: number): number {
  if (largest <= 0) return 100
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5].find((step) => step * power >= largest) ?? 10) * power
}
