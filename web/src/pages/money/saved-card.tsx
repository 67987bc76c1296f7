import { formatMoney } from '../../lib/format/format-money.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { amountError, defaultCharge, parseAmount } from '../../lib/parse/amount-input.ts'
import { useForm } from '../../lib/hooks/use-form.ts'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { say } from '../../messages/en/money.ts'

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
                [say('card'), `${card.brand} •••• ${card.last4}`],
                [say('expires'), `${card.expMonth}/${card.expYear}`],
                [say('perChargeLimit'), maxPerCharge === null ? '–' : formatMoney(maxPerCharge)],
                [say('dailyLimit'), maxPerDay === null ? '–' : formatMoney(maxPerDay)],
              ]}
            />
            <ConfirmButton
              label={say('removeCard')}
              variant="danger"
              title={say('removeTheSavedCard')}
              confirmLabel={say('removeCard')}
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({})}
            >
              <p>{say('removeCardConsequence')}</p>
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
  const capError = (text: string) => amountError(text, { field: say('theLimit'), currency, use: 'cap' })
  const initial = { charge: defaultCharge(50, currency), day: defaultCharge(200, currency) }
  const form = useForm(initial, ({ charge, day }) => ({ charge: capError(charge), day: capError(day) }))
  const start = useWrite(api.payments.bootstrapAuthority, {
    onDone: ({ session }) => location.assign(session.url),
  })
  return (
    <Form
      submitLabel={say('addCard')}
      submitVariant="plain"
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
      <p>{say('savedCardHint')}</p>
      <FieldPair>
        <Field label={say('perChargeLimitIn', { currency })} inputMode="decimal" {...form.field('charge')} />
        <Field label={say('dailyLimitIn', { currency })} inputMode="decimal" {...form.field('day')} />
      </FieldPair>
    </Form>
  )
}
