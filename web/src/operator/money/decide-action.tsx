import { useState } from 'react'
import type { OperatorAction } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { adminApi } from '../admin-api.ts'
import { ShortId } from '../short-id.tsx'
import { useOperator } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { announce, kindNames } from './labels.ts'
import { OperatorName } from './operator-name.tsx'

const invalidates = ['admin.moneyDesk'] as const

/** Another operator approves or rejects; the one who proposed it can withdraw it. */
export function DecideAction({ action }: { action: OperatorAction }) {
  const { user } = useOperator()
  if (action.state !== 'pending') return '–'
  const isOwn = action.proposedBy === user.id
  return (
    <Row>
      {isOwn ? null : <Approve action={action} />}
      <Reject action={action} label={isOwn ? say('withdraw') : say('reject')} />
    </Row>
  )
}

function Approve({ action }: { action: OperatorAction }) {
  const approve = useAction(adminApi.moneyDesk.approveAction, {
    invalidates,
    onDone: (reply) => announce(reply.action),
  })
  const amount = formatMoney(action.amount)
  return (
    <ConfirmButton
      label={say('approve')}
      variant="primary"
      title={say('approveTitle', { kind: kindNames[action.kind] })}
      confirmLabel={say('approveAmount', { amount })}
      busy={approve.isPending}
      error={approve.error}
      onConfirm={() => approve.mutateAsync({ actionId: action.id })}
    >
      <Facts
        facts={[
          [say('amount'), amount],
          [say('proposedBy'), <OperatorName key="proposer" userId={action.proposedBy} />],
          [say('what'), <ShortId key="subject" id={action.subjectId} />],
          [
            say('reason'),
            <span key="reason" dir="auto">
              {action.reason}
            </span>,
          ],
        ]}
      />
      <p>{say('approveEffect', { amount })}</p>
    </ConfirmButton>
  )
}

function Reject({ action, label }: { action: OperatorAction; label: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const reject = useAction(adminApi.moneyDesk.rejectAction, { invalidates, onDone: close })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog title={say('rejectTitle')} open={open} onClose={close}>
        <Form
          submitLabel={label}
          busy={reject.isPending}
          error={reject.error}
          secondaryAction={<CancelButton onClose={close} />}
          onSubmit={form.submit(({ reason }) => reject.mutate({ actionId: action.id, reason }))}
        >
          <TextAreaField label={say('reason')} rows={3} {...form.field('reason')} />
        </Form>
      </Dialog>
    </>
  )
}
