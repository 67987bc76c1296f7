import { Lock } from 'lucide-react'
import { feeOf, type Money } from 'souk-contract'
import type { ReactNode } from 'react'
import { api, useRead } from '../api.ts'
import { formatFee } from '../lib/format/format-fee.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { say } from '../messages/en/packages.ts'
import classes from './order-summary.module.css'

interface OrderSummaryProps {
  readonly price: Money
  /** Spendable balance, once it is known. */
  readonly available: number | undefined
  readonly provider: string
  /** Terms above the amounts. */
  readonly terms?: readonly (readonly [label: string, value: ReactNode])[]
}

/** Cost of a hire, and who pays it: the client pays the price, the provider the fee. */
export function OrderSummary({ price, available, provider, terms = [] }: OrderSummaryProps) {
  const feeBps = useRead(api.service.getStats, {}).data?.feeBps
  const format = (amount: number) => formatMoney({ amount, currency: price.currency })
  const left = available === undefined ? undefined : available - price.amount
  return (
    <div className={classes.summary}>
      <dl>
        {terms.map(([label, value]) => (
          <Line key={label} label={label} value={value} />
        ))}
        <Line label={say('price')} value={format(price.amount)} />
        <Line label={say('feeForYou')} value={format(0)} />
        <div className={classes.total}>
          <dt>
            <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
            {say('onHold')}
          </dt>
          <dd>{format(price.amount)}</dd>
        </div>
        {left === undefined || left < 0 ? null : <Line label={say('leftInBalance')} value={format(left)} />}
        {left === undefined || left >= 0 ? null : (
          <div className={classes.missing}>
            <dt>{say('missingInBalance', { balance: format(price.amount + left) })}</dt>
            <dd>{format(-left)}</dd>
          </div>
        )}
      </dl>
      {feeBps === undefined ? null : (
        <p>
          {feeBps === 0
            ? say('receivesAll', { name: provider, amount: format(price.amount) })
            : say('receivesAfterFee', {
                name: provider,
                amount: format(price.amount - feeOf(price, feeBps)),
                fee: formatFee(feeBps),
              })}
        </p>
      )}
    </div>
  )
}

function Line({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
