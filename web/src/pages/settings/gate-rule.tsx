import { useState } from 'react'
import { type GatedAction, type GateRule } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../lib/amount-input.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import fields from '../../ui/field.module.css'
import { actionLabels } from './gate-summary.ts'
import { say } from '../../messages/en/access.ts'
import classes from './gate.module.css'

interface RuleRowProps {
  readonly action: GatedAction
  readonly rule: GateRule
  readonly currency: string
  readonly onChange: (rule: GateRule) => void
}

const effects = [
  ['allow', say('allow')],
  ['requireApproval', say('requireApproval')],
  ['deny', say('deny')],
] as const
const actionsWithAmount = new Set<GatedAction>([
  'award',
  'accept',
  'settle',
  'apply',
  'fund',
  'payout',
  'listing.create',
])

/** Rule for one action: the effect, and the amount above which it applies. */
export function RuleRow({ action, rule, currency, onChange }: RuleRowProps) {
  const choose = (text: string) => {
    const effect = effects.find(([name]) => name === text)?.[0] ?? 'allow'
    onChange(effect === 'allow' ? { effect } : { ...rule, effect })
  }
  return (
    <div className={classes.rule}>
      <label>
        {sentenceCase(actionLabels[action])}
        <select className={fields.input} value={rule.effect} onChange={({ target }) => choose(target.value)}>
          {effects.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {actionsWithAmount.has(action) && rule.effect !== 'allow' ? (
        <ThresholdField rule={rule} currency={currency} onChange={onChange} />
      ) : null}
    </div>
  )
}

function ThresholdField({ rule, currency, onChange }: Omit<RuleRowProps, 'action'>) {
  const [text, setText] = useState(rule.above === undefined ? '' : amountText(rule.above))
  const error =
    text.trim() === '' ? undefined : amountError(text, { field: say('theAmount'), currency, use: 'limit' })
  const change = (value: string) => {
    setText(value)
    const amount = parseAmount(value, currency)
    onChange(
      amount === undefined ? { effect: rule.effect } : { effect: rule.effect, above: { amount, currency } },
    )
  }
  return (
    <>
      <label className={classes.limit}>
        {say('above')}
        <input
          className={fields.input}
          inputMode="decimal"
          placeholder={say('anyAmount')}
          aria-invalid={error !== undefined}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {error === undefined ? null : (
        <p role="alert" className={fields.error}>
          {error} {say('leaveEmptyForAnyAmount')}
        </p>
      )}
    </>
  )
}
