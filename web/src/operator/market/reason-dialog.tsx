import { useState } from 'react'
import type { SoukError } from 'souk-sdk'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'

interface ReasonDialogProps {
  readonly label: string
  readonly title: string
  readonly effect: string
  readonly small?: boolean
  readonly danger?: boolean
  /** Readers of the reason; by default only the audit log. */
  readonly hint?: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (reason: string) => Promise<unknown>
}

/** Confirms an action on an account; the audit log keeps the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, title, effect, small = false, danger = false, hint, busy, error, onSubmit } = props
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size={small ? 'small' : 'medium'}
        variant={danger ? 'danger' : 'plain'}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog title={title} open={open} onClose={close}>
        <p>{effect}</p>
        <ReasonForm
          label={label}
          danger={danger}
          hint={hint}
          busy={busy}
          error={error}
          onSubmit={onSubmit}
          onClose={close}
        />
      </Dialog>
    </>
  )
}

type ReasonFormProps = Pick<ReasonDialogProps, 'label' | 'busy' | 'error' | 'onSubmit'> & {
  readonly hint: string | undefined
  readonly danger: boolean
  readonly onClose: () => void
}

function ReasonForm({ label, danger, hint, busy, error, onSubmit, onClose }: ReasonFormProps) {
  const form = useForm({ reason: '' }, ({ reason }) => ({
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 1000),
  }))
  const send = async (reason: string) => {
    try {
      await onSubmit(reason)
      onClose()
    } catch {
      // The dialog stays open and shows `error`.
    }
  }
  return (
    <Form
      submitLabel={label}
      submitVariant={danger ? 'stop' : 'primary'}
      busy={busy}
      error={error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ reason }) => void send(reason))}
    >
      <TextAreaField
        label={say('reason')}
        hint={hint ?? say('reasonHint')}
        rows={3}
        {...form.field('reason')}
      />
    </Form>
  )
}
