import type { ApprovalGate, Money } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import classes from './spending.module.css'

interface SpendingProps {
  readonly budgets: ApprovalGate['budgets']
  readonly spent: Readonly<Record<'day' | 'month', Money>>
}

const labels = { day: say('spentToday'), month: say('spentThisMonth') } as const

/** Spending of software against its daily and monthly budgets. */
export function Spending({ budgets, spent }: SpendingProps) {
  const rows = budgets.flatMap(({ window, max }) =>
    window === 'task' || max.currency !== spent[window].currency
      ? []
      : [{ window, max, used: spent[window] }],
  )
  if (rows.length === 0) return null
  return (
    <ul className={classes.spending}>
      {rows.map(({ window, max, used }) => (
        <li key={window}>
          <span>{labels[window]}</span>
          <strong>{say('spentOf', { spent: formatMoney(used), budget: formatMoney(max) })}</strong>
          <meter
            aria-label={labels[window]}
            aria-valuetext={say('spentOf', { spent: formatMoney(used), budget: formatMoney(max) })}
            min={0}
            max={Math.max(max.amount, 1)}
            high={max.amount * 0.8}
            value={Math.min(used.amount, max.amount)}
          />
        </li>
      ))}
    </ul>
  )
}
