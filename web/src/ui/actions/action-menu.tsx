import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './action-menu.module.css'
import popover from './popover.module.css'
import { usePopover } from './use-popover.ts'

/**
 * Rare and destructive actions behind one button. The children are buttons, which may open dialogs; those with
 * `data-closes-menu` act immediately.
 */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const { open, setOpen, container, toggle, panel } = usePopover<HTMLDivElement, HTMLButtonElement>()
  return (
    <div className={popover.container} ref={container}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {open ? (
        <div
          ref={panel}
          className={`${popover.popover} ${popover.below} ${popover.alignEnd} ${classes.menu}`}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('[data-closes-menu]') !== null) setOpen(false)
          }}
        >
          {children}
        </div>
      ) : null}
    </div>
  )
}
