import type { useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { isNumberPrefix, type InvoicingValues } from './invoicing-values.ts'
import type { PolicyValues } from './policy-values.ts'
import { Section } from './sections.tsx'

/** Legal details that invoices for fees state. */
export function InvoicingSection({ form }: { form: ReturnType<typeof useForm<PolicyValues>> }) {
  return (
    <Section name="invoicing" hint={say('invoicingLead')}>
      <Field
        label={say('legalName')}
        hint={say('legalNameHint')}
        maxLength={200}
        {...form.field('legalName')}
      />
      <TextAreaField label={say('sellerAddress')} rows={3} maxLength={500} {...form.field('sellerAddress')} />
      <FieldPair>
        <Field label={say('sellerTaxId')} maxLength={50} {...form.field('sellerTaxId')} />
        <Field label={say('numberPrefix')} hint={say('numberPrefixHint')} {...form.field('numberPrefix')} />
      </FieldPair>
    </Section>
  )
}

export function invoicingProblems(values: InvoicingValues) {
  const isOn = values.legalName.trim() !== ''
  return {
    sellerAddress: isOn && values.sellerAddress.trim() === '' ? say('addressMissing') : undefined,
    numberPrefix: isNumberPrefix(values.numberPrefix) ? undefined : say('numberPrefixInvalid'),
  }
}
