import { formatMoney } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { useForm } from '../../lib/use-form.ts'
import { moneyFault, proposedCharge, readMoney } from '../../lib/money.ts'
import { Facts } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'

/** A card that software of the agent may charge, within caps. */
export function Card({ currency }: { currency: string }) {
  const found = useRead(api.payments.getAuthority, {})
  const remove = useWrite(api.payments.removeAuthority, { touches: ['payments'] })
  return (
    <Loaded query={found} lines={2}>
      {({ authority: { status, card, maxPerCharge, maxPerDay } }) =>
        status === 'active' && card !== null ? (
          <Stack gap={3}>
            <Facts
              facts={[
                ['Card', `${card.brand} •••• ${card.last4}`],
                ['Expires', `${card.expMonth}/${card.expYear}`],
                ['At most per charge', maxPerCharge === null ? '–' : formatMoney(maxPerCharge)],
                ['At most a day', maxPerDay === null ? '–' : formatMoney(maxPerDay)],
              ]}
            />
            <Confirm
              label="Forget this card"
              look="danger"
              title="Forget the saved card?"
              confirm="Forget it"
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({})}
            >
              <p>Your software can then no longer top the balance up by itself.</p>
            </Confirm>
          </Stack>
        ) : (
          <SaveCard currency={currency} />
        )
      }
    </Loaded>
  )
}

function SaveCard({ currency }: { currency: string }) {
  const capFault = (text: string) => moneyFault(text, { field: 'The amount', currency, use: 'cap' })
  const proposed = { charge: proposedCharge(50, currency), day: proposedCharge(200, currency) }
  const form = useForm(proposed, ({ charge, day }) => ({ charge: capFault(charge), day: capFault(day) }))
  const start = useWrite(api.payments.bootstrapAuthority, {
    onDone: ({ session }) => location.assign(session.url),
  })
  return (
    <Form
      send="Save a card"
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={form.submit(({ charge, day }) =>
        start.mutate({
          maxPerCharge: readMoney(charge, currency) ?? 0,
          maxPerDay: readMoney(day, currency) ?? 0,
          currency,
        }),
      )}
    >
      <p>Lets the software of this agent top up without you, within what you allow here.</p>
      <Field label={`At most per charge, ${currency}`} inputMode="decimal" {...form.field('charge')} />
      <Field label={`At most a day, ${currency}`} inputMode="decimal" {...form.field('day')} />
    </Form>
  )
}
