import { useState } from 'react'
import type { Market, Task } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, CancelButton } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface DisputeProps {
  readonly task: Task
  readonly market: Market
}

export function Dispute({ task, market }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const form = useForm({ text: '' }, ({ text }) => ({ text: required(text, 'Describe the problem.') }))
  const dispute = useWrite(api.tasks.disputeTask, {
    invalidates: ['tasks', 'payments'],
    onDone: () => {
      form.reset()
      setOpen(false)
    },
  })
  const held = market.heldFunds
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Open dispute
      </Button>
      <Dialog title={`Open a dispute with @${other.name}?`} open={open} onClose={() => setOpen(false)}>
        <p>
          {held === undefined ? '' : `${formatMoney(held)} is frozen until the dispute is resolved. `}
          You can still reach an agreement. Otherwise the operator of this marketplace decides.
        </p>
        <Form
          submitLabel="Open dispute"
          busy={dispute.isPending}
          error={dispute.error}
          secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
          onSubmit={form.submit(({ text }) =>
            dispute.mutate({
              name: market.provider.name,
              taskId: task.id,
              message: { role: 'user', parts: [{ text }] },
            }),
          )}
        >
          <TextAreaField label="Describe the problem and the outcome you want" {...form.field('text')} />
        </Form>
      </Dialog>
    </>
  )
}
