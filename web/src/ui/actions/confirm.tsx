import { useState, type ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { usePageShortcuts } from '../../lib/hooks/page-shortcuts.ts'
import { Button } from './button.tsx'
import { Actions, CancelButton, Dialog, type DialogProps } from './dialog.tsx'
import { ErrorMessage } from '../page/error-message.tsx'

interface ConfirmButtonProps {
  readonly label: string
  readonly variant?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly size?: 'small' | 'medium'
  readonly disabledReason?: string | undefined
  /** One key that opens the dialog, in lower case. It must not change. */
  readonly shortcut?: string
  readonly title: string
  readonly children: ReactNode
  /** Names the action and its amount, never "OK". */
  readonly confirmLabel: string
  readonly confirmDisabledReason?: string | undefined
  /** Set where "Cancel" would be ambiguous, such as in a dialog that cancels a task. */
  readonly cancelLabel?: string
  readonly error: SoukError | null
  readonly busy: boolean
  readonly onConfirm: () => Promise<unknown>
}

/** Button that asks for confirmation; used for every action that pays or cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, variant = 'plain', size = 'medium', disabledReason, shortcut, ...rest } = props
  const [open, setOpen] = useState(false)
  usePageShortcuts(shortcut === undefined ? [] : [{ key: shortcut, label, run: () => setOpen(true) }])
  return (
    <>
      <Button variant={variant} size={size} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...rest} variant={variant} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

type ConfirmDialogProps = Omit<ConfirmButtonProps, 'label' | 'size' | 'disabledReason' | 'shortcut'> &
  Pick<DialogProps, 'open' | 'onClose'>

/** The dialog alone, for forms that ask for confirmation on submit. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { variant, title, children, confirmLabel, confirmDisabledReason, cancelLabel } = props
  const { error, busy, onConfirm, open, onClose } = props
  const confirm = async () => {
    try {
      await onConfirm()
      onClose()
    } catch {
      // The dialog stays open and shows `error`.
    }
  }
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {children}
      {error === null ? null : <ErrorMessage error={error} />}
      <Actions
        primary={
          <Button
            variant={variant === 'danger' ? 'danger' : 'primary'}
            disabledReason={confirmDisabledReason}
            busy={busy}
            // A destructive dialog focuses Cancel instead, so that Enter does no harm.
            data-initial-focus={variant === 'danger' ? undefined : true}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        }
        secondary={<CancelButton label={cancelLabel} onClose={onClose} />}
      />
    </Dialog>
  )
}
