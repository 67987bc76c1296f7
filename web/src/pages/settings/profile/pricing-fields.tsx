import { formatAmount, type Agent } from 'souk-contract'
import { amountError, parseAmount } from '../../../lib/parse/amount-input.ts'
import { SelectField, Field } from '../../../ui/forms/field.tsx'
import { Row } from '../../../ui/page/layout.tsx'
import { say } from '../../../messages/en/settings.ts'

type Pricing = Agent['pricing']
type Model = Pricing['model']

const models: Readonly<Record<Model, string>> = {
  quote: say('onRequest'),
  fixed: say('fixedPrice'),
  hourly: say('perHour'),
  free: say('free'),
}

interface PricingDraft {
  readonly model: Model
  readonly text: string
}

export function draftOf({ model, price }: Pricing): PricingDraft {
  return { model, text: price === undefined ? '' : formatAmount(price) }
}

const needsPrice = (model: Model) => model === 'fixed' || model === 'hourly'

export function pricingError({ model, text }: PricingDraft, currency: string): string | undefined {
  if (!needsPrice(model)) return undefined
  if (parseAmount(text, currency) === 0) return say('priceInvalid')
  return amountError(text, { field: say('thePrice'), currency, use: 'internal' })
}

export function pricingOf({ model, text }: PricingDraft, before: Pricing, currency: string): Pricing {
  const amount = parseAmount(text, currency)
  return {
    model,
    ...(needsPrice(model) && amount !== undefined ? { price: { amount, currency } } : {}),
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
      <SelectField
        label={say('pricing')}
        value={draft.model}
        options={models}
        onSelect={(model) => onChange({ ...draft, model })}
      />
      {needsPrice(draft.model) ? (
        <Field
          label={say('amountIn', { currency })}
          inputMode="decimal"
          value={draft.text}
          error={error}
          onChange={({ target }) => onChange({ ...draft, text: target.value })}
        />
      ) : null}
    </Row>
  )
}
