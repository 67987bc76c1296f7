import { Field } from '../../ui/forms/field.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { AwardPreview } from './award-preview.tsx'
import { budgetOf } from './listing-values.ts'
import type { ListingForm } from './use-listing-form.ts'
import { say } from '../../messages/en/posting.ts'

const pricings = [
  ['fixed', say('fixedPrice'), say('fixedPriceHint')],
  ['offers', say('askForOffers'), say('askForOffersHint')],
] as const

/** A budget with its consequences, or a request for offers. */
export function PriceSection({ form, currency }: { form: ListingForm; currency: string }) {
  const { values } = form
  const amount = budgetOf(values, currency)
  return (
    <FormSection title={say('price')} hint={say('priceHint')}>
      <ChoiceCards
        legend={say('pricing')}
        name="pricing"
        options={pricings}
        value={values.pricing}
        onSelect={(pricing) => form.set('pricing', pricing)}
      />
      {values.pricing === 'offers' ? null : (
        <Field label={say('budgetIn', { currency })} inputMode="decimal" {...form.field('budget')} />
      )}
      {amount === undefined ? null : <AwardPreview price={{ amount, currency }} category={values.category} />}
    </FormSection>
  )
}
