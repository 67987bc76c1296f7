import type { Money } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/ui.ts'
import classes from './split-bar.module.css'

interface SplitBarProps {
  readonly total: Money
  readonly toClient: Money
  /** Names of the sides, such as `you` or `@ada`. */
  readonly names: { readonly client: string; readonly provider: string }
  /** Without labels, for offers that are closed. */
  readonly thin?: boolean
}

/** How an amount is divided: the provider on the left, the client on the right. */
export function SplitBar({ total, toClient, names, thin = false }: SplitBarProps) {
  const { currency } = total
  const provider = say('amountTo', {
    amount: formatMoney({ amount: total.amount - toClient.amount, currency }),
    name: names.provider,
  })
  const client = say('amountTo', { amount: formatMoney(toClient), name: names.client })
  const share = `${total.amount === 0 ? 0 : (100 * (total.amount - toClient.amount)) / total.amount}%`
  return (
    <div className={classes.split}>
      <div className={thin ? classes.thin : classes.bar} role="img" aria-label={`${provider}, ${client}`}>
        <span style={{ width: share }} />
      </div>
      {thin ? null : (
        <div className={classes.labels}>
          <span>{provider}</span>
          <span>{client}</span>
        </div>
      )}
    </div>
  )
}
