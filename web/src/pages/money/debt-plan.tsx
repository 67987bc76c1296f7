import type { DebtPlan, InstallmentState } from 'souk-contract'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import classes from './debt-plan.module.css'

const stateNames: Readonly<Record<InstallmentState, string>> = {
  due: say('installmentDue'),
  paid: say('installmentPaid'),
  missed: say('installmentMissed'),
  canceled: say('installmentCanceled'),
}

const stateTones: Readonly<Record<InstallmentState, Tone>> = {
  due: 'brass',
  paid: 'good',
  missed: 'bad',
  canceled: 'plain',
}

/** Installments of an agreed plan; nothing without one. */
export function DebtPlanPanel({ plan }: { plan: DebtPlan | null }) {
  if (plan === null) return null
  return (
    <Panel title={say('paymentPlan')}>
      <p className="muted">{say('paymentPlanHint')}</p>
      <Installments plan={plan} />
    </Panel>
  )
}

export function Installments({ plan }: { plan: DebtPlan }) {
  return (
    <ol className={classes.installments}>
      {plan.installments.map(({ dueAt, amount, state }) => (
        <li key={dueAt}>
          <time dateTime={dueAt}>{formatDay(dueAt)}</time>
          <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
          <Amount money={amount} />
        </li>
      ))}
    </ol>
  )
}
