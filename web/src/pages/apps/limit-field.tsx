import { useId } from 'react'
import { minorUnits } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { amountText } from '../../lib/parse/amount-input.ts'
import { formatShortMoney, symbolOf } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/apps.ts'
import { Button } from '../../ui/actions/button.tsx'
import classes from './limit-field.module.css'
import { limitNote } from './limit-note.ts'

interface LimitProps {
  readonly agentId: string
  readonly value: string
  readonly error: string | undefined
  readonly currency: string
  readonly onSelect: (value: string) => void
}

const presets = [10, 50, 200]

/** Amount per day, with presets; 0 asks before every payment. */
export function LimitField({ agentId, value, error, currency, onSelect }: LimitProps) {
  const id = useId()
  const gate = useRead(api.approvalGate.getApprovalGate, { agentId }).data?.gate
  const texts = presets.map((units) => ({ amount: minorUnits(units, currency), currency }))
  return (
    <div className={classes.limit}>
      <div className={classes.amount}>
        <label htmlFor={id}>{say('dailyLimit')}</label>
        <span className={classes.input}>
          <span aria-hidden="true">{symbolOf(currency)}</span>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => onSelect(target.value)}
          />
          <span>{say('perDay')}</span>
        </span>
      </div>
      <div className={classes.presets} role="group" aria-label={say('presets')}>
        {texts.map((money) => (
          <Preset
            key={money.amount}
            text={amountText(money)}
            label={formatShortMoney(money)}
            {...{ value, onSelect }}
          />
        ))}
        <Preset text="0" label={say('alwaysAsk')} {...{ value, onSelect }} />
      </div>
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-note`}>{limitNote(gate)}</p>
    </div>
  )
}

interface PresetProps extends Pick<LimitProps, 'value' | 'onSelect'> {
  readonly text: string
  readonly label: string
}

function Preset({ text, label, value, onSelect }: PresetProps) {
  return (
    <Button size="small" aria-pressed={value === text} onClick={() => onSelect(text)}>
      {label}
    </Button>
  )
}
