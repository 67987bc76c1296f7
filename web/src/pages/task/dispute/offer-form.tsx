import { api, useWrite } from '../../../api.ts'
import { parseAmount } from '../../../lib/parse/amount-input.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { maxLength, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { CancelButton } from '../../../ui/actions/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import classes from './offers.module.css'
import { halfOf, shareError, SplitField } from './split-field.tsx'
import { disputeInvalidates, type RoomProps } from './use-dispute.ts'
import { sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

/** Offers a division of the held funds. It is binding, so the button repeats the amount. */
export function OfferForm({ task, market, dispute, onClose }: RoomProps & { readonly onClose: () => void }) {
  const held = dispute.amount
  const names = sideNames(market)
  const form = useForm({ share: halfOf(held), note: '' }, ({ share, note }) => ({
    share: shareError(share, held),
    note: maxLength(note, 2000),
  }))
  const offer = useWrite(api.disputes.offerSettlement, { invalidates: disputeInvalidates, onDone: onClose })
  useUnsaved(form.isDirty && !offer.isPending)
  const amount = parseAmount(form.values.share, held.currency) ?? 0
  const toClient = { amount, currency: held.currency }
  return (
    <div className={classes.form}>
      <Form
        submitLabel={
          amount > 0
            ? say('offerTo', { toClient: formatMoney(toClient), client: names.client })
            : say('sendOffer')
        }
        submitVariant="plain"
        busy={offer.isPending}
        error={offer.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ note }) =>
          offer.mutate({
            name: market.provider.name,
            taskId: task.id,
            toClient,
            ...(note.trim() === '' ? {} : { note }),
          }),
        )}
      >
        <SplitField
          total={held}
          feeBps={market.feeBps ?? 0}
          names={names}
          value={form.values.share}
          error={form.field('share').error}
          onChange={(share) => form.set('share', share)}
        />
        <Field
          label={say('noteOptional')}
          hint={say('offerHint', { hours: market.terms?.offerHours ?? 72 })}
          dir="auto"
          {...form.field('note')}
        />
      </Form>
    </div>
  )
}
