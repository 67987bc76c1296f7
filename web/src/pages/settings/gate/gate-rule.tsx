import { useState } from 'react'
import { type GatedAction, type GateRule } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../../lib/parse/amount-input.ts'
import { sentenceCase } from '../../../lib/format/sentence-case.ts'
import fields from '../../../ui/forms/field.module.css'
import { Segments } from '../../../ui/forms/segments.tsx'
import { actionLabels } from './gate-summary.ts'
import { say } from '../../../messages/en/access.ts'
import classes from './gate.module.css'

interface RuleRowProps {
  readonly action: GatedAction
  readonly rule: GateRule
  readonly currency: string
  readonly onChange: (rule: GateRule) => void
}

const effects = [
  ['allow', say('allow')],
  ['requireApproval', say('ask')],
  ['deny', say('block')],
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
  const choose = (effect: GateRule['effect']) =>
    onChange(effect === 'allow' ? { effect } : { ...rule, effect })
  const label = sentenceCase(actionLabels[action])
  return (
    <div className={classes.rule}>
      <span aria-hidden="true">{label}</span>
      <Segments label={label} options={effects} value={rule.effect} onSelect={choose} />
      {actionsWithAmount.has(action) && rule.effect !== 'allow' ? (
        <ThresholdField name={label} rule={rule} currency={currency} onChange={onChange} />
      ) : null}
    </div>
  )
}

interface ThresholdFieldProps extends Omit<RuleRowProps, 'action'> {
  /** Of the action. */
  readonly name: string
}

function ThresholdField({ name, rule, currency, onChange }: ThresholdFieldProps) {
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
        <span aria-hidden="true">{say('above')}</span>
        <input
          aria-label={say('aboveOf', { action: name })}
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
