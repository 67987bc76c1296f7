import { useState } from 'react'
import { installmentsMax, type Debt } from 'souk-contract'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Installments } from '../../pages/money/debt-plan.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { planParts } from './plan-parts.ts'

interface DebtProps {
  readonly debt: Debt
}

interface FormProps extends DebtProps {
  readonly onClose: () => void
}

const invalidates = ['admin.moneyDesk'] as const

/** Opens the plan of a debt, or the form for one. */
export function DebtPlanButton({ debt }: DebtProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {debt.plan === null ? say('paymentPlan') : say('planEnd')}
      </Button>
      <Dialog
        title={say(debt.plan === null ? 'planTitle' : 'planEndTitle', { handle: debt.handle })}
        open={open}
        onClose={close}
      >
        {debt.plan === null ? (
          <AgreeForm debt={debt} onClose={close} />
        ) : (
          <EndForm debt={debt} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

function AgreeForm({ debt, onClose }: FormProps) {
  const form = useForm({ count: '3', first: nextMonth(), reason: '' }, ({ count, first, reason }) => ({
    count: isCount(count) ? undefined : say('planCountRange', { max: String(installmentsMax) }),
    first: new Date(first) > new Date() ? undefined : say('planFirstFuture'),
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const agree = useAction(adminApi.moneyDesk.agreeDebtPlan, {
    invalidates,
    onDone: () => {
      onClose()
      toast(say('planAgreed'))
    },
  })
  return (
    <>
      <p>{say('planEffect')}</p>
      <Form
        submitLabel={say('planAgree', { count: form.values.count })}
        busy={agree.isPending}
        error={agree.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ count, first, reason }) =>
          agree.mutate({
            agentId: debt.agentId,
            installments: planParts({ owed: debt.owed.amount, count: Number(count), first }),
            reason,
          }),
        )}
      >
        <Field label={say('planCount')} inputMode="numeric" {...form.field('count')} />
        <Field label={say('planFirst')} type="date" {...form.field('first')} />
        <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={2} {...form.field('reason')} />
      </Form>
    </>
  )
}

function EndForm({ debt, onClose }: FormProps) {
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const end = useAction(adminApi.moneyDesk.endDebtPlan, {
    invalidates,
    onDone: () => {
      onClose()
      toast(say('planEnded'))
    },
  })
  return (
    <>
      {debt.plan === null ? null : <Installments plan={debt.plan} />}
      <p>{say('planEndEffect')}</p>
      <Form
        submitLabel={say('planEnd')}
        busy={end.isPending}
        error={end.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ reason }) => end.mutate({ agentId: debt.agentId, reason }))}
      >
        <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={2} {...form.field('reason')} />
      </Form>
    </>
  )
}

function isCount(input: string): boolean {
  return /^\d{1,2}$/.test(input) && Number(input) >= 1 && Number(input) <= installmentsMax
}

/** The first day of the next month. */
function nextMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
