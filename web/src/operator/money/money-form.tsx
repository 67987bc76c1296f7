import { useState, type ReactNode } from 'react'
import type { Money } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { amountText, parseAmount } from '../../lib/parse/amount-input.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'

interface MoneyDialogProps {
  readonly label: string
  readonly title: string
  readonly effect: string
  /** The most that can move. Without `canChoose` exactly this moves. */
  readonly max: Money
  readonly canChoose: boolean
  /** The payment, debt or posting that the money belongs to. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[]
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (input: { amount: number; reason: string }) => Promise<unknown>
}

/** Amount and reason of a refund, write-off or correction; the button repeats the amount. */
export function MoneyDialog(props: MoneyDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      <Dialog title={props.title} open={open} onClose={() => setOpen(false)}>
        <MoneyForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function MoneyForm(props: MoneyDialogProps & { readonly onClose: () => void }) {
  const { label, effect, max, canChoose, facts, busy, error, onSubmit, onClose } = props
  const { currency } = max
  const form = useForm({ amount: amountText(max), reason: '' }, ({ amount, reason }) => {
    const minor = parseAmount(amount, currency) ?? 0
    return {
      amount: minor > 0 && minor <= max.amount ? undefined : say('amountUpTo', { max: formatMoney(max) }),
      reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
    }
  })
  const amount = parseAmount(form.values.amount, currency) ?? 0
  const send = async (reason: string) => {
    try {
      await onSubmit({ amount, reason })
      onClose()
    } catch {
      // The dialog stays open and shows `error`.
    }
  }
  return (
    <>
      <p>{effect}</p>
      {facts === undefined ? null : <Facts facts={facts} />}
      <Form
        submitLabel={say('actionAmount', { action: label, amount: formatMoney({ amount, currency }) })}
        busy={busy}
        error={error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ reason }) => void send(reason))}
      >
        {canChoose ? (
          <Field label={say('amountIn', { currency })} inputMode="decimal" {...form.field('amount')} />
        ) : null}
        <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={3} {...form.field('reason')} />
      </Form>
      <p className="muted">{say('secondOperatorHint')}</p>
    </>
  )
}
