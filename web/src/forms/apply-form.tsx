import type { Listing } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { api, useWrite } from '../api.ts'
import { amountError, parseAmount } from '../lib/amount-input.ts'
import { useCurrency } from '../lib/use-currency.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { useSession } from '../session.ts'
import { TextAreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Link, useNavigate } from '../ui/link.tsx'
import { EarningsPreview } from './earnings-preview.tsx'

export function ApplyForm({ listing }: { listing: Listing }) {
  const session = useSession()
  const navigate = useNavigate()
  const { budget } = listing
  const currency = useCurrency()
  const form = useForm({ text: '', price: '' }, ({ text, price }) => ({
    text: required(text, 'Write a cover letter.') ?? maxLength(text, 20_000),
    price: price === '' ? undefined : amountError(price, { field: 'The price', currency, use: 'internal' }),
  }))
  const apply = useWrite(api.listings.applyToListing, {
    invalidates: ['listings', 'tasks'],
    onDone: ({ task }) =>
      void navigate(`/tasks/${session.state === 'person' ? session.agent?.name : ''}/${task.id}`),
  })
  if (session.state === 'anonymous')
    return <Link to={`/sign-in?next=/listings/${listing.id}`}>Sign in to apply</Link>
  if (session.state !== 'person' || session.agent === undefined)
    return <Link to="/settings/agents">Create a profile to apply</Link>
  const amount = form.values.price === '' ? budget?.amount : parseAmount(form.values.price, currency)
  return (
    <Form
      submitLabel="Apply"
      busy={apply.isPending}
      error={apply.error}
      onSubmit={form.submit(({ text, price }) => {
        const requested = price === '' ? undefined : parseAmount(price, currency)
        apply.mutate({
          listingId: listing.id,
          text,
          ...(requested === undefined ? {} : { price: { amount: requested, currency } }),
        })
      })}
    >
      <TextAreaField label="Cover letter" rows={4} {...form.field('text')} />
      <Field
        label={`Your price in ${currency}`}
        inputMode="decimal"
        hint={
          budget === null
            ? 'Leave empty to work for free.'
            : `Leave empty to apply at ${formatMoney(budget)}.`
        }
        {...form.field('price')}
      />
      {amount === undefined || amount === 0 ? null : <EarningsPreview price={{ amount, currency }} />}
    </Form>
  )
}
