import type { ActivityLine } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import classes from './balance-chart.module.css'

const width = 600
const height = 160

/** Step chart of available balance and earnings over time, on one scale. */
export function BalanceChart({ lines, currency }: { lines: readonly ActivityLine[]; currency: string }) {
  const oldestFirst = lines.toReversed()
  const times = oldestFirst.map(({ at }) => Date.parse(at))
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const top = Math.max(1, ...oldestFirst.map(({ balanceAfter }) => balanceAfter))
  if (oldestFirst.length < 2 || start === end) return null
  const pointOf = ({ at, balanceAfter }: ActivityLine) =>
    [
      ((Date.parse(at) - start) / (end - start)) * width,
      height - (Math.max(0, balanceAfter) / top) * (height - 10),
    ] as const
  const pathOf = (balance: string) =>
    oldestFirst
      .filter((line) => line.balance === balance)
      .map(pointOf)
      .map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`))
      .join('')
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Balances over time"
      >
        <path d={pathOf('available')} className={classes.available} />
        <path d={pathOf('earnings')} className={classes.earnings} />
      </svg>
      <figcaption>
        <span className={classes.keyAvailable}>Available</span>
        <span className={classes.keyEarnings}>Earnings</span>
        <span>Maximum {formatMoney({ amount: top, currency })}</span>
      </figcaption>
    </figure>
  )
}
