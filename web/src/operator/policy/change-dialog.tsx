import { useCurrency } from '../../lib/use-currency.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { CancelButton, Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { fieldName, formatValue } from './labels.ts'
import type { PolicyDifference } from './policy-values.ts'

interface ChangeDialogProps {
  readonly differences: readonly PolicyDifference[]
  readonly open: boolean
  readonly onClose: () => void
}

/** Before and after of every changed field, and the reason for the history. */
export function ChangeDialog({ differences, open, onClose }: ChangeDialogProps) {
  const currency = useCurrency()
  return (
    <Dialog title={say('changeThePolicy')} open={open} onClose={onClose}>
      <Table
        caption={say('changes')}
        items={differences}
        rowKey={({ name }) => name}
        columns={[
          { name: say('field'), render: ({ name }) => fieldName(name) },
          { name: say('before'), render: ({ name, before }) => formatValue(name, before, currency) },
          {
            name: say('after'),
            render: ({ name, after }) => <strong>{formatValue(name, after, currency)}</strong>,
          },
        ]}
      />
      <ReasonForm differences={differences} onClose={onClose} />
    </Dialog>
  )
}

function ReasonForm({ differences, onClose }: Omit<ChangeDialogProps, 'open'>) {
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const update = useAction(adminApi.policy.updatePolicy, {
    invalidates: ['admin.policy', 'market', 'service'],
    onDone: () => {
      onClose()
      toast(say('saved'))
    },
  })
  return (
    <Form
      submitLabel={say('applyChanges')}
      busy={update.isPending}
      error={update.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ reason }) =>
        update.mutate({ ...Object.fromEntries(differences.map(({ name, after }) => [name, after])), reason }),
      )}
    >
      <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={3} {...form.field('reason')} />
    </Form>
  )
}
