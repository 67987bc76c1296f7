import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { say } from '../messages/en/ui.ts'
import { useRootMark } from './use-root-mark.ts'
import classes from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** For pictures and tables. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Modal on the native `<dialog>`, which traps the focus and closes on Escape. */
export function Dialog({ title, open, onClose, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useRootMark('backdrop', open)
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal()
    if (!open) element.current?.close()
  }, [open])
  return (
    <dialog
      ref={element}
      className={wide ? `${classes.dialog} ${classes.wide}` : classes.dialog}
      onClose={onClose}
      aria-label={title}
    >
      {open ? (
        <div className={classes.body}>
          <h2>{title}</h2>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

interface CancelButtonProps {
  readonly label?: string | undefined
  readonly onClose: () => void
}

/** Closes a dialog without acting. */
export function CancelButton({ label = say('cancel'), onClose }: CancelButtonProps) {
  return (
    <Button variant="quiet" onClick={onClose}>
      {label}
    </Button>
  )
}
