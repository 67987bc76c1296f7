import { formatAmount, type Agent } from 'souk-contract'
import { moneyFault, readMoney } from '../../lib/money.ts'
import { ChoiceField, Field } from '../../ui/field.tsx'
import { Row } from '../../ui/layout.tsx'

type Pricing = Agent['pricing']
type Model = Pricing['model']

const models: Readonly<Record<Model, string>> = {
  quote: 'On request',
  fixed: 'A fixed price',
  hourly: 'By the hour',
  free: 'Free',
}

export interface PricingDraft {
  readonly model: Model
  readonly text: string
}

export function draftOf({ model, price }: Pricing): PricingDraft {
  return { model, text: price === undefined ? '' : formatAmount(price) }
}

const priced = (model: Model) => model === 'fixed' || model === 'hourly'

/** What is wrong with the draft, if anything. */
export function pricingFault({ model, text }: PricingDraft, currency: string): string | undefined {
  if (!priced(model)) return undefined
  if (readMoney(text, currency) === 0) return 'The price must be more than nothing. Choose Free otherwise.'
  return moneyFault(text, { field: 'The price', currency, use: 'internal' })
}

export function pricingOf({ model, text }: PricingDraft, before: Pricing, currency: string): Pricing {
  const amount = readMoney(text, currency)
  return {
    model,
    ...(priced(model) && amount !== undefined ? { price: { amount, currency } } : {}),
    ...(before.note === undefined ? {} : { note: before.note }),
  }
}

interface PricingFieldsProps {
  readonly draft: PricingDraft
  readonly currency: string
  readonly error: string | undefined
  readonly onChange: (draft: PricingDraft) => void
}

export function PricingFields({ draft, currency, error, onChange }: PricingFieldsProps) {
  return (
    <Row>
      <ChoiceField
        label="Price"
        value={draft.model}
        options={models}
        onChoose={(model) => onChange({ ...draft, model })}
      />
      {priced(draft.model) ? (
        <Field
          label={`Amount in ${currency}`}
          inputMode="decimal"
          value={draft.text}
          error={error}
          onChange={({ target }) => onChange({ ...draft, text: target.value })}
        />
      ) : null}
    </Row>
  )
}
