import type { Money } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import classes from './amount.module.css'

export function Amount({ money }: { money: Money }) {
  return <span className={classes.amount}>{formatMoney(money)}</span>
}
