import { rulesOf, type Money } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../../lib/parse/amount-input.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { say } from '../../../messages/en/disputes.ts'
import { Shares } from './shares.tsx'
import classes from './split-field.module.css'

interface SplitFieldProps {
  readonly total: Money
  /** Fee of the task, fixed at its award. */
  readonly feeBps: number
  readonly names: { readonly client: string; readonly provider: string }
  /** Amount returned to the client, as typed. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Divides an amount with a slider or a number; shows what each side receives and the fee. */
export function SplitField({ total, feeBps, names, value, error, onChange }: SplitFieldProps) {
  const { currency } = total
  const toClient = parseAmount(value, currency)
  const isValid = toClient !== undefined && toClient <= total.amount
  const step = rulesOf(currency).chargeStep
  // The provider is on the left, so the slider shows the provider's share.
  const share = total.amount === 0 || !isValid ? 100 : 100 - (100 * toClient) / total.amount
  return (
    <div className={classes.split}>
      <input
        type="range"
        className={classes.slider}
        aria-label={say('shareOf', { client: names.client })}
        aria-valuetext={isValid ? formatMoney({ amount: toClient, currency }) : undefined}
        min={0}
        max={100}
        step={1}
        value={Math.round(share)}
        style={{ backgroundSize: `${share}% 100%` }}
        onChange={({ target }) => {
          const amount = (total.amount * (100 - Number(target.value))) / 100
          onChange(amountText({ amount: Math.round(amount / step) * step, currency }))
        }}
      />
      {isValid ? (
        <p className={classes.scale} aria-hidden="true">
          <span>{say('percentTo', { percent: Math.round(share), name: names.provider })}</span>
          <span>{say('percentTo', { percent: 100 - Math.round(share), name: names.client })}</span>
        </p>
      ) : null}
      <Field
        label={say('toIn', { client: names.client, currency })}
        inputMode="decimal"
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      {isValid ? <Shares total={total} feeBps={feeBps} toClient={toClient} names={names} /> : null}
    </div>
  )
}

/** Validation message for a typed share. A split leaves something to each side. */
export function shareError(text: string, total: Money): string | undefined {
  const { currency } = total
  const problem = amountError(text, { field: say('theAmount'), currency, use: 'internal' })
  if (problem !== undefined) return problem
  const amount = parseAmount(text, currency) ?? 0
  return amount > 0 && amount < total.amount ? undefined : say('enterPartOf', { total: formatMoney(total) })
}

/** Half of the held funds, as typed. */
export function halfOf({ amount, currency }: Money): string {
  const step = rulesOf(currency).chargeStep
  return amountText({ amount: Math.floor(amount / 2 / step) * step, currency })
}
