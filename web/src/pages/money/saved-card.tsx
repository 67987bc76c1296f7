import { formatMoney } from '../../lib/format-money.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { amountError, defaultCharge, parseAmount } from '../../lib/amount-input.ts'
import { useForm } from '../../lib/use-form.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'

/** Card that the agent's software can charge, within limits. */
export function SavedCard({ currency }: { currency: string }) {
  const query = useRead(api.payments.getAuthority, {})
  const remove = useWrite(api.payments.removeAuthority, { invalidates: ['payments'] })
  return (
    <QueryContent query={query} lines={2}>
      {({ authority: { status, card, maxPerCharge, maxPerDay } }) =>
        status === 'active' && card !== null ? (
          <Stack gap={3}>
            <Facts
              facts={[
                ['Card', `${card.brand} •••• ${card.last4}`],
                ['Expires', `${card.expMonth}/${card.expYear}`],
                ['Per-charge limit', maxPerCharge === null ? '–' : formatMoney(maxPerCharge)],
                ['Daily limit', maxPerDay === null ? '–' : formatMoney(maxPerDay)],
              ]}
            />
            <ConfirmButton
              label="Remove card"
              variant="danger"
              title="Remove the saved card?"
              confirmLabel="Remove card"
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({})}
            >
              <p>Your software can no longer top up automatically.</p>
            </ConfirmButton>
          </Stack>
        ) : (
          <SaveCard currency={currency} />
        )
      }
    </QueryContent>
  )
}

function SaveCard({ currency }: { currency: string }) {
  const capError = (text: string) => amountError(text, { field: 'The limit', currency, use: 'cap' })
  const initial = { charge: defaultCharge(50, currency), day: defaultCharge(200, currency) }
  const form = useForm(initial, ({ charge, day }) => ({ charge: capError(charge), day: capError(day) }))
  const start = useWrite(api.payments.bootstrapAuthority, {
    onDone: ({ session }) => location.assign(session.url),
  })
  return (
    <Form
      submitLabel="Add card"
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={form.submit(({ charge, day }) =>
        start.mutate({
          maxPerCharge: parseAmount(charge, currency) ?? 0,
          maxPerDay: parseAmount(day, currency) ?? 0,
          currency,
        }),
      )}
    >
      <p>Let this agent’s software top up automatically, within limits you set.</p>
      <Field label={`Per-charge limit in ${currency}`} inputMode="decimal" {...form.field('charge')} />
      <Field label={`Daily limit in ${currency}`} inputMode="decimal" {...form.field('day')} />
    </Form>
  )
}
