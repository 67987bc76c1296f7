import { formatAmount, minorUnits } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/apps.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Row } from '../../ui/layout.tsx'
import classes from './consent-form.module.css'

interface LimitProps {
  readonly value: string
  readonly error: string | undefined
  readonly currency: string
  readonly onSelect: (value: string) => void
}

const presets = [10, 50, 200]

/** Amount per day, with presets; 0 asks before every payment. */
export function LimitField({ value, error, currency, onSelect }: LimitProps) {
  return (
    <div className={classes.limit}>
      <Field
        label={`${say('dailyLimit')} (${currency})`}
        hint={say('limitHint')}
        error={error}
        inputMode="decimal"
        value={value}
        onChange={({ target }) => onSelect(target.value)}
      />
      <Row>
        {presets.map((units) => {
          const money = { amount: minorUnits(units, currency), currency }
          return (
            <Button key={units} size="small" onClick={() => onSelect(formatAmount(money))}>
              {formatMoney(money)}
            </Button>
          )
        })}
        <Button size="small" onClick={() => onSelect('0')}>
          {say('alwaysAsk')}
        </Button>
      </Row>
    </div>
  )
}
