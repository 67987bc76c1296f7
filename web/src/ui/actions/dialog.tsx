import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { say } from '../../messages/en/ui.ts'
import { Row } from '../page/layout.tsx'
import { useRootMark } from '../page/use-root-mark.ts'
import classes from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** For pictures and tables. */
  readonly wide?: boolean
  readonly children: ReactNode
}

const InDialog = createContext(false)

/**
 * Modal on the native `<dialog>`, which traps the focus and closes on Escape; on narrow screens a sheet at the bottom. A press outside closes
 * it, unless it has a form whose entries would be lost.
 */
export function Dialog({ title, open, onClose, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useRootMark('backdrop', open)
  useEffect(() => {
    if (open && element.current?.open === false) {
      element.current.showModal()
      element.current.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    }
    if (!open) element.current?.close()
  }, [open])
  useKeptFocus(open)
  return (
    <dialog
      ref={element}
      className={wide ? `${classes.dialog} ${classes.wide}` : classes.dialog}
      onClose={onClose}
      onMouseDown={({ target, detail }) => {
        // The second half of the double click that opened the dialog is no press outside.
        const isPress = target === element.current && detail < 2
        if (isPress && element.current?.querySelector('form') === null) onClose()
      }}
      aria-label={title}
    >
      {open ? (
        <InDialog value={true}>
          <div className={classes.body}>
            <h2>{title}</h2>
            {children}
          </div>
        </InDialog>
      ) : null}
    </dialog>
  )
}

/** An action can remove its own button with the dialog. Keyboards and screen readers then go on in the content, not at the top of the page. */
function useKeptFocus(open: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) wasOpen.current = true
  }, [open])
  useEffect(
    () => () => {
      if (!wasOpen.current || document.activeElement !== document.body) return
      document.querySelector('main')?.focus({ preventScroll: true })
    },
    [],
  )
}

interface ActionsProps {
  /** The button that acts. */
  readonly primary: ReactNode
  readonly secondary?: ReactNode
}

/** Buttons that end a form or a question: a row, and in a dialog its foot, where the button that acts comes last. */
export function Actions({ primary, secondary }: ActionsProps) {
  if (useContext(InDialog))
    return (
      <footer className={classes.foot}>
        {secondary}
        {primary}
      </footer>
    )
  return (
    <Row>
      {primary}
      {secondary}
    </Row>
  )
}

interface CancelButtonProps {
  readonly label?: string | undefined
  readonly onClose: () => void
}

/** Closes a dialog or a form without acting. */
export function CancelButton({ label = say('cancel'), onClose }: CancelButtonProps) {
  return (
    <Button variant={useContext(InDialog) ? 'plain' : 'quiet'} onClick={onClose}>
      {label}
    </Button>
  )
}
