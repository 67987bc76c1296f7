import { formatAmount, type ApprovalGate } from 'souk-contract'
import { useState } from 'react'
import { moneyFault, readMoney } from '../../lib/money.ts'
import { Field } from '../../ui/field.tsx'
import classes from './gate.module.css'

interface BudgetsProps {
  readonly draft: ApprovalGate
  readonly currency: string
  readonly onChange: (draft: ApprovalGate) => void
}

const windows = { task: 'For one task', day: 'In a day', month: 'In a month' } as const
type Span = keyof typeof windows

/** How much keys may spend before somebody is asked. */
export function Budgets({ draft, currency, onChange }: BudgetsProps) {
  const set = (window: Span, amount: number | undefined) => {
    const others = draft.budgets.filter((budget) => budget.window !== window)
    onChange({
      ...draft,
      budgets: amount === undefined ? others : [...others, { window, max: { amount, currency } }],
    })
  }
  const maxOf = (window: Span) => draft.budgets.find((budget) => budget.window === window)?.max.amount
  return (
    <>
      <p>You are asked before keys spend more than this. Empty: no limit.</p>
      <div className={classes.budgets}>
        {(['task', 'day', 'month'] as const).map((window) => (
          <Budget
            key={window}
            label={windows[window]}
            amount={maxOf(window)}
            currency={currency}
            onChange={(amount) => set(window, amount)}
          />
        ))}
      </div>
    </>
  )
}

interface BudgetProps {
  readonly label: string
  readonly amount: number | undefined
  readonly currency: string
  readonly onChange: (amount: number | undefined) => void
}

function Budget({ label, amount, currency, onChange }: BudgetProps) {
  const [text, setText] = useState(amount === undefined ? '' : formatAmount({ amount, currency }))
  const fault =
    text.trim() === '' ? undefined : moneyFault(text, { field: 'The budget', currency, use: 'limit' })
  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder="no limit"
      value={text}
      error={fault}
      onChange={({ target }) => {
        setText(target.value)
        onChange(readMoney(target.value, currency))
      }}
    />
  )
}
