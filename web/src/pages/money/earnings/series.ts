/** Earnings and spending per period, for the chart. */
import type { ActivityLine } from 'souk-contract'
import { calendarDay, startOfDay } from '../../../lib/format/time-zone.ts'
import { eventsOf } from '../activity/events.ts'

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

/** Beginning of a range: midnight in the time zone of the account. Undefined for all time. */
export function rangeStart(range: Range, now: number): number | undefined {
  if (range === 'all') return undefined
  return range === '12m' ? monthStart(now, -11) : dayStart(now, range === '30d' ? -29 : -90)
}

/** Periods from the beginning of the range to now: days, weeks or months. */
export function periodsOf(
  lines: readonly ActivityLine[],
  { range, now }: { range: Range; now: number },
): readonly Period[] {
  const events = eventsOf(lines).map(({ at, net }) => ({ at: Date.parse(at), net }))
  // The five months before are shown too, so that a young wallet has a chart.
  const first = rangeStart(range, now) ?? monthStart(events.at(-1)?.at ?? now, -5)
  const periods: Period[] = []
  for (let start = first; start <= now;) {
    const [from, end] = [start, nextPeriod(start, range)]
    const inside = events.filter(({ at }) => at >= from && at < end)
    const sum = (sign: 1 | -1) =>
      inside.reduce((total, { net }) => total + (net * sign > 0 ? net * sign : 0), 0)
    periods.push({ start, end, earned: sum(1), spent: sum(-1) })
    start = end
  }
  return periods
}

function nextPeriod(start: number, range: Range): number {
  if (range === '30d') return dayStart(start, 1)
  return range === '90d' ? dayStart(start, 7) : monthStart(start, 1)
}

/** Midnight of a day before or after. A day of 23 or 25 hours is one day. */
function dayStart(time: number, days: number): number {
  const { year, month, day } = calendarDay(time)
  return startOfDay({ year, month, day: day + days })
}

/** Midnight of the first day of a month before or after. */
function monthStart(time: number, months: number): number {
  const { year, month } = calendarDay(time)
  return startOfDay({ year, month: month + months, day: 1 })
}

/** A round number at least as large as the largest value: 1, 2 or 5 times a power of ten. */
export function niceMax(largest: number): number {
  if (largest <= 0) return 100
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5].find((step) => step * power >= largest) ?? 10) * power
}
