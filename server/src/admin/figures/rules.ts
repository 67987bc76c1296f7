import type { FigureInterval, MarketFigures } from 'souk-contract'
import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { FigureRow, Period } from './queries.ts'

/** Decides the period of figures and derives their rates. Pure. */

const lengthMs: Readonly<Record<FigureInterval, number>> = { day, week: 7 * day, month: 30 * day }
const intervalsByDefault = 30
const intervalsMax = 400

interface Requested {
  readonly from: string | undefined
  readonly to: string | undefined
}

export function periodOf({ from, to }: Requested, interval: FigureInterval, now: Date): Period {
  const end = to === undefined ? now : new Date(to)
  const start = from === undefined ? after(end, -intervalsByDefault * lengthMs[interval]) : new Date(from)
  if (start >= end) fail('unprocessable', '"from" must be before "to".', 'Choose an earlier start.')
  if (end.getTime() - start.getTime() > (intervalsMax - 1) * lengthMs[interval]) {
    fail(
      'unprocessable',
      `"from" must be at most ${intervalsMax - 1} intervals before "to".`,
      'Choose a later "from" or a longer "interval".',
    )
  }
  return { from: start, to: end }
}

export function viewFigures(row: FigureRow): MarketFigures {
  const { start, held, returned, ended, disputed, ...figures } = row
  return {
    ...figures,
    start: start.toISOString(),
    takeRate: ratio(row.fees, row.volume),
    disputeRate: ratio(disputed, ended),
    refundRate: ratio(returned, held),
  }
}

/** Share of the calls of all nodes that had a server fault. */
export function errorRateOf(nodes: readonly { requests: number; errors: number }[]): number | null {
  const sum = (of: 'requests' | 'errors') => nodes.reduce((total, node) => total + node[of], 0)
  return ratio(sum('errors'), sum('requests'))
}

/** Rounded to four decimals. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
