import type { GatedAction, GateRule } from 'souk-contract'
import { useState } from 'react'
import { readMoney, showAmount } from '../../lib/money.ts'
import fields from '../../ui/field.module.css'
import { actionWords } from './gate-words.ts'
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
  const [text, setText] = useState(rule.above === undefined ? '' : showAmount(rule.above))
  const wrong = text.trim() !== '' && readMoney(text, currency) === undefined
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
          aria-invalid={wrong}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {wrong ? (
        <p role="alert" className={fields.error}>
          Write an amount such as 120.00. Without one, the rule holds for every amount.
        </p>
      ) : null}
    </>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
