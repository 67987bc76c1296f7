/** Ranges of the charts, aligned to UTC days and months as the server counts them. Pure. */
import type { FigureInterval } from 'souk-contract'

export const ranges = ['7d', '30d', '12m'] as const
export type Range = (typeof ranges)[number]

interface Span {
  readonly interval: FigureInterval
  readonly from: string
  readonly to?: string
}

const day = 86_400_000
const days: Readonly<Record<Exclude<Range, '12m'>, number>> = { '7d': 7, '30d': 30 }

/** The current range, which ends today, and the one before it. */
export function spansOf(range: Range, now: number): { readonly current: Span; readonly previous: Span } {
  const date = new Date(now)
  const monthsAgo = (count: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1))
  const daysAgo = (count: number) => new Date(Math.floor(now / day) * day - count * day)
  const [start, before] =
    range === '12m'
      ? [monthsAgo(11), monthsAgo(23)]
      : [daysAgo(days[range] - 1), daysAgo(2 * days[range] - 1)]
  const interval = range === '12m' ? 'month' : 'day'
  return {
    current: { interval, from: start.toISOString() },
    previous: { interval, from: before.toISOString(), to: start.toISOString() },
  }
}

/** Relative change, such as 0.38; undefined if there is nothing to compare with. */
export function changeOf(current: number | null, previous: number | null | undefined): number | undefined {
  if (current === null || previous === null || previous === undefined || previous === 0) return undefined
  return (current - previous) / previous
}

/** The top of the axis: 1, 2 or 5 times a power of ten. */
export function axisMax(values: readonly number[]): number {
  const max = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(max))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= max) ?? max
}

/** Shade of a share in the heat map: 0 for none, then one for each quarter. */
export function levelOf(share: number): number {
  return Math.min(4, Math.ceil(share * 4))
}
