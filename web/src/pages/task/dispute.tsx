import { formatMoney, type Market, type Task } from 'souk-contract'
import { useState } from 'react'
import { api, useWrite } from '../../api.ts'
import { missing, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, GoBack } from '../../ui/dialog.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface DisputeProps {
  readonly task: Task
  readonly market: Market
  readonly because: string | undefined
}

export function Dispute({ task, market, because }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const form = useForm({ text: '' }, ({ text }) => ({ text: missing(text, 'What is wrong') }))
  const dispute = useWrite(api.tasks.disputeTask, {
    touches: ['tasks', 'payments'],
    onDone: () => {
      form.reset()
      setOpen(false)
    },
  })
  const held = market.heldFunds
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <>
      <Button look="danger" because={because} onClick={() => setOpen(true)}>
        Dispute
      </Button>
      <Dialog title={`Open a dispute with @${other.name}?`} open={open} onClose={() => setOpen(false)}>
        <p>
          {held === undefined ? '' : `${formatMoney(held)} are frozen: nobody gets them for now. `}
          You can still agree with each other; otherwise the operator of this marketplace decides.
        </p>
        <Form
          send="Open the dispute"
          busy={dispute.isPending}
          error={dispute.error}
          beside={<GoBack onClose={() => setOpen(false)} />}
          onSubmit={form.submit(({ text }) =>
            dispute.mutate({
              name: market.provider.name,
              taskId: task.id,
              message: { role: 'user', parts: [{ text }] },
            }),
          )}
        >
          <AreaField label="What is wrong, and what would be right?" {...form.field('text')} />
        </Form>
      </Dialog>
    </>
  )
}
