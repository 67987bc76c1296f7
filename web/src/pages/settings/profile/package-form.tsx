import { formatAmount, type Package } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { amountError, parseAmount } from '../../../lib/parse/amount-input.ts'
import { useCurrency } from '../../../lib/hooks/use-currency.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { CancelButton } from '../../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { say } from '../../../messages/en/packages.ts'
import { parseSchema } from './parse-schema.ts'

interface PackageFormProps {
  /** Undefined for a new package. */
  readonly offer: Package | undefined
  readonly onClose: () => void
}

/** Creates a package, or changes the offer, which makes a new version. */
export function PackageForm({ offer, onClose }: PackageFormProps) {
  const marketCurrency = useCurrency()
  const currency = offer?.price.currency ?? marketCurrency
  const form = useForm(textsOf(offer), (values) => ({
    title: required(values.title, say('enterATitle')) ?? maxLength(values.title, 80),
    description:
      required(values.description, say('enterADescription')) ?? maxLength(values.description, 5000),
    price: amountError(values.price, { field: say('thePrice'), currency, use: 'internal' }),
    deliveryDays: wholeNumber(values.deliveryDays, 1, 365),
    revisions: wholeNumber(values.revisions, 0, 20),
    inputSchema: 'problem' in parseSchema(values.inputSchema) ? say('schemaInvalid') : undefined,
  }))
  const options = {
    invalidates: ['packages'],
    onDone: () => {
      onClose()
      toast(say('packageSaved'))
    },
  } as const
  const create = useWrite(api.packages.createPackage, options)
  const update = useWrite(api.packages.updatePackage, options)
  const busy = create.isPending || update.isPending
  useUnsaved(form.isDirty && !busy)
  const save = form.submit((values) => {
    const schema = parseSchema(values.inputSchema)
    const fields = fieldsOf(values, currency)
    const inputSchema = 'schema' in schema ? schema.schema : null
    if (offer !== undefined) update.mutate({ packageId: offer.id, ...fields, inputSchema })
    else create.mutate(inputSchema === null ? fields : { ...fields, inputSchema })
  })
  return (
    <Form
      submitLabel={say('savePackage')}
      busy={busy}
      error={create.error ?? update.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={save}
    >
      <Field label={say('title')} {...form.field('title')} />
      <TextAreaField
        label={say('description')}
        hint={say('descriptionHint')}
        {...form.field('description')}
      />
      <Field label={say('priceIn', { currency })} inputMode="decimal" {...form.field('price')} />
      <Field label={say('deliveryDays')} inputMode="numeric" {...form.field('deliveryDays')} />
      <Field label={say('revisionsIncluded')} inputMode="numeric" {...form.field('revisions')} />
      <TextAreaField
        label={say('schemaOptional')}
        hint={say('schemaHint')}
        rows={3}
        spellCheck={false}
        {...form.field('inputSchema')}
      />
    </Form>
  )
}

function textsOf(offer: Package | undefined) {
  return {
    title: offer?.title ?? '',
    description: offer?.description ?? '',
    price: offer === undefined ? '' : formatAmount(offer.price),
    deliveryDays: String(offer?.deliveryDays ?? 7),
    revisions: String(offer?.revisions ?? 1),
    inputSchema:
      offer === undefined || offer.inputSchema === null ? '' : JSON.stringify(offer.inputSchema, null, 2),
  }
}

function fieldsOf(values: ReturnType<typeof textsOf>, currency: string) {
  const { title, description, price, deliveryDays, revisions } = values
  return {
    title,
    description,
    price: { amount: parseAmount(price, currency) ?? 0, currency },
    deliveryDays: Number(deliveryDays),
    revisions: Number(revisions),
  }
}

function wholeNumber(text: string, min: number, max: number): string | undefined {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= min && number <= max ? undefined : say('numberFromTo', { min, max })
}
