import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { Button } from './button.tsx'
import classes from './dialog.module.css'
import { Row } from './layout.tsx'
import { Problem } from './states.tsx'

interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The browser's own dialog: it keeps the focus, and Escape closes it. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal()
    if (!open) element.current?.close()
  }, [open])
  return (
    <dialog ref={element} className={classes.dialog} onClose={onClose} aria-label={title}>
      {open ? (
        <div className={classes.body}>
          <h2>{title}</h2>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

interface ConfirmProps {
  /** The button that begins it. */
  readonly label: string
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly because?: string | undefined
  /** What is about to happen, with the exact amount and the other party. */
  readonly title: string
  readonly children: ReactNode
  /** What the last button says: the deed itself, never "OK". */
  readonly confirm: string
  readonly error: SoukError | null
  readonly busy: boolean
  readonly onConfirm: () => Promise<unknown>
}

/** Whatever pays or destroys is said once more before it is done. */
export function Confirm({ label, look = 'plain', because, ...rest }: ConfirmProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look={look} because={because} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...rest} look={look} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

type ConfirmDialogProps = Omit<ConfirmProps, 'label' | 'because'> & Pick<DialogProps, 'open' | 'onClose'>

/** The question alone, for forms that ask it before they are sent. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { look, title, children, confirm, error, busy, onConfirm, open, onClose } = props
  const carryOut = async () => {
    try {
      await onConfirm()
      onClose()
    } catch {
      // The dialog stays open and shows what went wrong.
    }
  }
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {children}
      {error === null ? null : <Problem error={error} />}
      <Row>
        <Button look={look === 'danger' ? 'danger' : 'primary'} busy={busy} onClick={() => void carryOut()}>
          {confirm}
        </Button>
        <GoBack onClose={onClose} />
      </Row>
    </Dialog>
  )
}

/** Out of a dialog, with nothing done. */
export function GoBack({ onClose }: Pick<DialogProps, 'onClose'>) {
  return (
    <Button look="quiet" onClick={onClose}>
      Go back
    </Button>
  )
}
