import { useState } from 'react'
import { type ApprovalGate } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../../lib/parse/amount-input.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { say } from '../../../messages/en/access.ts'
import classes from './gate.module.css'

interface BudgetsProps {
  readonly budgets: ApprovalGate['budgets']
  readonly currency: string
  readonly onChange: (budgets: ApprovalGate['budgets']) => void
}

const windows = { task: say('perTask'), day: say('perDay'), month: say('perMonth') } as const
type BudgetWindow = keyof typeof windows

/** Spending limits above which an approval is required. */
export function Budgets({ budgets, currency, onChange }: BudgetsProps) {
  const set = (window: BudgetWindow, amount: number | undefined) => {
    const others = budgets.filter((budget) => budget.window !== window)
    onChange(amount === undefined ? others : [...others, { window, max: { amount, currency } }])
  }
  const maxOf = (window: BudgetWindow) => budgets.find((budget) => budget.window === window)?.max.amount
  return (
    <>
      <p>{say('budgetsHint')}</p>
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
  const [text, setText] = useState(amount === undefined ? '' : amountText({ amount, currency }))
  const error =
    text.trim() === '' ? undefined : amountError(text, { field: say('theBudget'), currency, use: 'limit' })
  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder={say('noLimit')}
      value={text}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseAmount(target.value, currency))
      }}
    />
  )
}
