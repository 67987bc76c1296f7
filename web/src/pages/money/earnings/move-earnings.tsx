import { useState } from 'react'
import type { Balance } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { amountError, amountText, parseAmount } from '../../../lib/parse/amount-input.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { useForm } from '../../../lib/hooks/use-form.ts'
import { say } from '../../../messages/en/money.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../../ui/actions/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'

/** Moves earnings to the balance, from which tasks are paid. It needs no bank account. */
export function MoveEarnings({ balance }: { balance: Balance }) {
  const [open, setOpen] = useState(false)
  if (balance.earnings === 0) return null
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('moveToBalance')}
      </Button>
      <Dialog title={say('moveEarningsTitle')} open={open} onClose={() => setOpen(false)}>
        <MoveForm balance={balance} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface MoveFormProps {
  readonly balance: Balance
  readonly onClose: () => void
}

function MoveForm({ balance: { earnings, currency }, onClose }: MoveFormProps) {
  const form = useForm({ amount: amountText({ amount: earnings, currency }) }, ({ amount }) => ({
    amount:
      amountError(amount, { field: say('theAmount'), currency, use: 'internal' }) ??
      ((parseAmount(amount, currency) ?? 0) > earnings
        ? say('onlyEarned', { earnings: formatMoney({ amount: earnings, currency }) })
        : undefined),
  }))
  const convert = useWrite(api.payments.fundBalance, { invalidates: ['payments'], onDone: onClose })
  const amount = parseAmount(form.values.amount, currency) ?? 0
  return (
    <Form
      submitLabel={say('moveConfirm', { money: formatMoney({ amount, currency }) })}
      busy={convert.isPending}
      error={convert.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(() => convert.mutate({ amount, currency, source: 'earnings' }))}
    >
      <Field
        label={say('amountFromEarningsIn', { currency })}
        inputMode="decimal"
        hint={say('moveToBalanceHint')}
        {...form.field('amount')}
      />
    </Form>
  )
}
