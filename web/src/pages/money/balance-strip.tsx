import { Lock } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Balance } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/money.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { AddFunds } from './add-funds.tsx'
import classes from './balance-strip.module.css'
import { focusPanel } from './focus-panel.ts'
import { MoveEarnings } from './earnings/move-earnings.tsx'

/** Balances of the wallet, each with its next action. */
export function BalanceStrip({ balance, heldTasks }: { balance: Balance; heldTasks: number }) {
  const { available, held, earnings, cleared } = balance
  const format = (amount: number) => formatMoney({ amount, currency: balance.currency })
  return (
    <div className={classes.strip}>
      <Cell label={say('available')} value={format(available)} hint={say('forHiring')}>
        <AddFunds balance={balance} />
      </Cell>
      <Cell
        label={
          <span className={classes.held}>
            <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
            {say('heldForTasks')}
          </span>
        }
        value={format(held)}
        hint={say('heldInTasks', { count: heldTasks })}
      >
        {held === 0 ? null : (
          <ButtonLink size="small" to="/my-work/given">
            {say('seeTasks')}
          </ButtonLink>
        )}
      </Cell>
      <Cell
        label={say('earnings')}
        value={format(earnings)}
        hint={
          cleared === earnings ? say('availableToPayOut') : say('partToPayOut', { amount: format(cleared) })
        }
      >
        {cleared === 0 ? null : (
          <Button size="small" onClick={() => focusPanel('payouts')}>
            {say('payOutEarnings')}
          </Button>
        )}
        <MoveEarnings balance={balance} />
      </Cell>
      <Total balance={balance} format={format} />
    </div>
  )
}

interface CellProps {
  readonly label: ReactNode
  readonly value: string
  readonly hint: string
  readonly children: ReactNode
}

function Cell({ label, value, hint, children }: CellProps) {
  return (
    <div className={classes.cell}>
      <span className={classes.label}>{label}</span>
      <Figure text={value} />
      <span className="muted">{hint}</span>
      <div>{children}</div>
    </div>
  )
}

/** The cents are paler. */
function Figure({ text }: { text: string }) {
  const [, units = text, cents = '', rest = ''] = /^(.*)([.,]\d\d)(\D*)$/.exec(text) ?? []
  return (
    <strong>
      {units}
      <span>{cents}</span>
      {rest}
    </strong>
  )
}

interface TotalProps {
  readonly balance: Balance
  readonly format: (amount: number) => string
}

/** Total balance and its breakdown. */
function Total({ balance, format }: TotalProps) {
  const { available, held, earnings, pending, payoutPending, owed, restricted } = balance
  const parts = [
    [say('available'), available],
    [say('held'), held],
    [say('earnings'), earnings],
    [say('earningsOnHold'), pending],
    [say('payoutPending'), payoutPending],
  ] as const
  const total = parts.reduce((sum, [, amount]) => sum + amount, 0)
  const label = useId()
  return (
    <div className={`${classes.cell} ${classes.total}`} role="group" aria-labelledby={label}>
      <span id={label} className={classes.label}>
        {say('total')}
      </span>
      <Figure text={format(total)} />
      <div className={classes.bar} aria-hidden="true">
        {parts.map(([name, amount], part) =>
          amount <= 0 ? null : <span key={name} data-part={part} style={{ flexGrow: amount }} />,
        )}
      </div>
      <ul>
        {parts.map(([name, amount], part) =>
          amount === 0 ? null : (
            <li key={name}>
              <i data-part={part} aria-hidden="true" />
              {name}
              <span>{format(amount)}</span>
            </li>
          ),
        )}
        {owed === 0 ? null : (
          <li>
            {say('owed')}
            <span>{format(owed)}</span>
          </li>
        )}
      </ul>
      {restricted ? <Badge tone="bad">{say('restricted')}</Badge> : null}
    </div>
  )
}
