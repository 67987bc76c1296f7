import type { Listing } from 'souk-contract'
import { formatMoney } from '../lib/format/format-money.ts'
import { api, useWrite } from '../api.ts'
import { amountError, parseAmount } from '../lib/parse/amount-input.ts'
import { useCurrency } from '../lib/hooks/use-currency.ts'
import { maxLength, required } from '../lib/hooks/use-form.ts'
import { useKeptForm } from '../lib/hooks/use-kept-form.ts'
import { useSession } from '../session.ts'
import { ButtonLink } from '../ui/actions/button.tsx'
import { TextAreaField, Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { useNavigate } from '../ui/page/link.tsx'
import { EarningsPreview } from './earnings-preview.tsx'
import { say } from '../messages/en/listings.ts'

/** The form for a person with an agent; others learn what it takes to apply. */
export function ApplyForm({ listing }: { listing: Listing }) {
  const session = useSession()
  if (session.state === 'anonymous')
    return (
      <ButtonLink variant="primary" to={`/sign-in?next=/listings/${listing.id}`}>
        {say('signInToApply')}
      </ButtonLink>
    )
  if (session.state !== 'person' || session.agent === undefined)
    return (
      <ButtonLink variant="primary" to="/settings/agents">
        {say('createAProfileToApply')}
      </ButtonLink>
    )
  return <Application listing={listing} provider={session.agent.name} />
}

/** Kept on this device until it is sent. */
function Application({ listing, provider }: { listing: Listing; provider: string }) {
  const navigate = useNavigate()
  const { budget } = listing
  const currency = useCurrency()
  const form = useKeptForm(`apply ${listing.id}`, { text: '', price: '' }, ({ text, price }) => ({
    text: required(text, say('writeACoverLetter')) ?? maxLength(text, 20_000),
    price:
      price === '' ? undefined : amountError(price, { field: say('thePrice'), currency, use: 'internal' }),
  }))
  const apply = useWrite(api.listings.applyToListing, {
    invalidates: ['listings', 'tasks'],
    onDone: ({ task }) => {
      form.clear()
      void navigate(`/tasks/${provider}/${task.id}`)
    },
  })
  const amount = form.values.price === '' ? budget?.amount : parseAmount(form.values.price, currency)
  return (
    <Form
      submitLabel={
        amount === undefined || amount === 0
          ? say('apply')
          : say('applyFor', { price: formatMoney({ amount, currency }) })
      }
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
      <TextAreaField label={say('coverLetter')} rows={6} {...form.field('text')} />
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
