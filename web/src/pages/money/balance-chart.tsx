import type { ActivityLine } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { useNow } from '../../lib/use-now.ts'
import { say } from '../../messages/en/money.ts'
import classes from './balance-chart.module.css'

const width = 600
const height = 160

/** Step chart of available balance and earnings over time, on one scale. */
export function BalanceChart({ lines, currency }: { lines: readonly ActivityLine[]; currency: string }) {
  const oldestFirst = lines.toReversed()
  const times = oldestFirst.map(({ at }) => Date.parse(at))
  // The chart runs to now: a balance is valid until it changes.
  const now = useNow(60_000)
  const start = times[0] ?? now
  const end = Math.max(now, times.at(-1) ?? now)
  const top = Math.max(1, ...oldestFirst.map(({ balanceAfter }) => balanceAfter))
  if (oldestFirst.length < 2) return null
  const pointOf = ({ at, balanceAfter }: ActivityLine) =>
    [
      ((Date.parse(at) - start) / (end - start)) * width,
      height - (Math.max(0, balanceAfter) / top) * (height - 10),
    ] as const
  const pathOf = (balance: string) => {
    const steps = oldestFirst
      .filter((line) => line.balance === balance)
      .map(pointOf)
      .map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`))
    return steps.length === 0 ? '' : `${steps.join('')}H${width}`
  }
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say('balancesOverTime')}
      >
        <path d={pathOf('available')} className={classes.available} />
        <path d={pathOf('earnings')} className={classes.earnings} />
      </svg>
      <figcaption>
        <span className={classes.keyAvailable}>{say('available')}</span>
        <span className={classes.keyEarnings}>{say('earnings')}</span>
        <span>{say('maximum', { value: formatMoney({ amount: top, currency }) })}</span>
      </figcaption>
    </figure>
  )
}
