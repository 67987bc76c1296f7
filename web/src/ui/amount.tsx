import { formatMoney, type Money } from 'souk-contract'
import classes from './amount.module.css'

export function Amount({ money }: { money: Money }) {
  return <span className={classes.amount}>{formatMoney(money)}</span>
}
