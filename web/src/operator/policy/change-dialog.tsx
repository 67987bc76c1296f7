import { isSoukError } from 'souk-sdk'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { fieldName, formatValue } from './labels.ts'
import classes from './policy.module.css'
import type { PolicyDifference } from './policy-values.ts'
import type { VersionedPolicy } from './use-policy-form.ts'

interface ChangeDialogProps {
  readonly differences: readonly PolicyDifference[]
  readonly changedByOthers: readonly PolicyDifference[]
  /** Version that the differences are based on. */
  readonly version: number
  readonly open: boolean
  readonly onClose: () => void
  readonly onSaved: (saved: VersionedPolicy) => void
  /** Another operator has changed the policy since this version. */
  readonly onConflict: () => void
}

/** Before and after of every changed field, and the reason for the history. */
export function ChangeDialog({ differences, changedByOthers, open, ...save }: ChangeDialogProps) {
  const currency = useCurrency()
  return (
    <Dialog title={say('changeThePolicy')} open={open} onClose={save.onClose}>
      <OthersChanges changes={changedByOthers} />
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
      <ReasonForm differences={differences} {...save} />
    </Dialog>
  )
}

/** Changes of other operators since the form was opened. */
export function OthersChanges({ changes }: { changes: readonly PolicyDifference[] }) {
  const currency = useCurrency()
  if (changes.length === 0) return null
  const fields = changes.map(({ name, after }) =>
    say('changedField', { field: fieldName(name), value: formatValue(name, after, currency) }),
  )
  return (
    <p className={classes.others} role="status">
      {say('changedByOthers', { fields: fields.join(', ') })}
    </p>
  )
}

type ReasonFormProps = Omit<ChangeDialogProps, 'open' | 'changedByOthers'>

function ReasonForm({ differences, version, onClose, onSaved, onConflict }: ReasonFormProps) {
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const update = useAction(adminApi.policy.updatePolicy, {
    invalidates: ['admin.policy', 'market', 'service'],
    onDone: (saved) => {
      onSaved(saved)
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
        update.mutate(
          {
            ...Object.fromEntries(differences.map(({ name, after }) => [name, after])),
            expectedVersion: version,
            reason,
          },
          { onError: (error) => (isSoukError(error, 'conflict') ? onConflict() : undefined) },
        ),
      )}
    >
      <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={3} {...form.field('reason')} />
    </Form>
  )
}
