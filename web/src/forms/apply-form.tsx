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
import { say } from '../messages/en/listings.ts'

export function ApplyForm({ listing }: { listing: Listing }) {
  const session = useSession()
  const navigate = useNavigate()
  const { budget } = listing
  const currency = useCurrency()
  const form = useForm({ text: '', price: '' }, ({ text, price }) => ({
    text: required(text, say('writeACoverLetter')) ?? maxLength(text, 20_000),
    price:
      price === '' ? undefined : amountError(price, { field: say('thePrice'), currency, use: 'internal' }),
  }))
  const apply = useWrite(api.listings.applyToListing, {
    invalidates: ['listings', 'tasks'],
    onDone: ({ task }) =>
      void navigate(`/tasks/${session.state === 'person' ? session.agent?.name : ''}/${task.id}`),
  })
  if (session.state === 'anonymous')
    return <Link to={`/sign-in?next=/listings/${listing.id}`}>{say('signInToApply')}</Link>
  if (session.state !== 'person' || session.agent === undefined)
    return <Link to="/settings/agents">{say('createAProfileToApply')}</Link>
  const amount = form.values.price === '' ? budget?.amount : parseAmount(form.values.price, currency)
  return (
    <Form
      submitLabel={say('apply')}
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
      <TextAreaField label={say('coverLetter')} rows={4} {...form.field('text')} />
      <Field
        label={say('yourPriceIn', { currency })}
        inputMode="decimal"
        hint={
          budget === null
            ? say('leaveEmptyToWorkFor')
            : say('leaveEmptyToApplyAt', { budget: formatMoney(budget) })
        }
        {...form.field('price')}
      />
      {amount === undefined || amount === 0 ? null : (
        <EarningsPreview price={{ amount, currency }} feeBps={listing.feeBps} />
      )}
    </Form>
  )
}
