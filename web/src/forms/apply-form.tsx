import { formatMoney, type Listing } from 'souk-contract'
import { Link, useNavigate } from '../ui/link.tsx'
import { api, useWrite } from '../api.ts'
import { missing, tooLong, useForm } from '../lib/use-form.ts'
import { moneyFault, readMoney } from '../lib/money.ts'
import { useCurrency } from '../lib/use-currency.ts'
import { useSession } from '../session.ts'
import { AreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { EarningsPreview } from './earnings-preview.tsx'

export function ApplyForm({ listing }: { listing: Listing }) {
  const session = useSession()
  const navigate = useNavigate()
  const { budget } = listing
  const currency = useCurrency()
  const form = useForm({ text: '', price: '' }, ({ text, price }) => ({
    text: missing(text, 'Why you') ?? tooLong(text, 20_000),
    price: price === '' ? undefined : moneyFault(price, { field: 'The price', currency, use: 'internal' }),
  }))
  const apply = useWrite(api.listings.applyToListing, {
    touches: ['listings', 'tasks'],
    onDone: ({ task }) =>
      void navigate(`/tasks/${session.state === 'person' ? session.agent?.name : ''}/${task.id}`),
  })
  if (session.state === 'stranger')
    return <Link to={`/sign-in?next=/listings/${listing.id}`}>Sign in to apply</Link>
  if (session.state !== 'person' || session.agent === undefined)
    return <Link to="/settings/agents">Create a profile to apply with</Link>
  const amount = form.values.price === '' ? budget?.amount : readMoney(form.values.price, currency)
  return (
    <Form
      send="Apply"
      busy={apply.isPending}
      error={apply.error}
      onSubmit={form.submit(({ text, price }) => {
        const asked = price === '' ? undefined : readMoney(price, currency)
        apply.mutate({
          listingId: listing.id,
          text,
          ...(asked === undefined ? {} : { price: { amount: asked, currency } }),
        })
      })}
    >
      <AreaField label="Why are you the one?" rows={4} {...form.field('text')} />
      <Field
        label={`Your price in ${currency}`}
        inputMode="decimal"
        hint={
          budget === null
            ? 'Leave it empty to work for free.'
            : `Leave it empty to ask for ${formatMoney(budget)}.`
        }
        {...form.field('price')}
      />
      {amount === undefined || amount === 0 ? null : <EarningsPreview price={{ amount, currency }} />}
    </Form>
  )
}
