import { formatAmount, type GatedAction, type GateRule } from 'souk-contract'
import { useState } from 'react'
import { moneyFault, readMoney } from '../../lib/money.ts'
import fields from '../../ui/field.module.css'
import { actionWords } from './gate-summary.ts'
import classes from './gate.module.css'

interface RuleRowProps {
  readonly action: GatedAction
  readonly rule: GateRule
  readonly currency: string
  readonly onChange: (rule: GateRule) => void
}

const effects = [
  ['allow', 'allowed'],
  ['requireApproval', 'ask me'],
  ['deny', 'never'],
] as const
const aboutMoney = new Set<GatedAction>(['award', 'accept', 'apply', 'fund', 'payout', 'listing.create'])

/** One action in one line: what is to happen, and from which amount on. */
export function RuleRow({ action, rule, currency, onChange }: RuleRowProps) {
  const choose = (text: string) => {
    const effect = effects.find(([name]) => name === text)?.[0] ?? 'allow'
    onChange(effect === 'allow' ? { effect } : { ...rule, effect })
  }
  return (
    <div className={classes.rule}>
      <label>
        {sentence(actionWords[action])}
        <select className={fields.input} value={rule.effect} onChange={({ target }) => choose(target.value)}>
          {effects.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {aboutMoney.has(action) && rule.effect !== 'allow' ? (
        <Limit rule={rule} currency={currency} onChange={onChange} />
      ) : null}
    </div>
  )
}

function Limit({ rule, currency, onChange }: Omit<RuleRowProps, 'action'>) {
  const [text, setText] = useState(rule.above === undefined ? '' : formatAmount(rule.above))
  const fault =
    text.trim() === '' ? undefined : moneyFault(text, { field: 'The amount', currency, use: 'limit' })
  const change = (value: string) => {
    setText(value)
    const amount = readMoney(value, currency)
    onChange(
      amount === undefined ? { effect: rule.effect } : { effect: rule.effect, above: { amount, currency } },
    )
  }
  return (
    <>
      <label className={classes.limit}>
        above
        <input
          className={fields.input}
          inputMode="decimal"
          placeholder="any amount"
          aria-invalid={fault !== undefined}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {fault === undefined ? null : (
        <p role="alert" className={fields.error}>
          {fault} Without an amount, the rule holds for every amount.
        </p>
      )}
    </>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
