import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import classes from './account.module.css'

interface SettingRowProps {
  readonly icon: LucideIcon
  readonly title: ReactNode
  /** Current value, or the effect of the action. */
  readonly text: ReactNode
  readonly action: string
  readonly variant?: 'plain' | 'danger'
  /** The form that the action opens. It gets a function that closes it. */
  readonly form: (close: () => void) => ReactNode
}

/** One setting: its value, and a button that opens a form below. */
export function SettingRow({ icon: Icon, title, text, action, variant = 'plain', form }: SettingRowProps) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className={`${classes.line} ${classes.long}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.main}>
          <strong>{title}</strong>
          <span className="muted">{text}</span>
        </span>
        <Button size="small" variant={variant} aria-expanded={open} onClick={() => setOpen(!open)}>
          {action}
        </Button>
      </div>
      {open ? <div className={classes.form}>{form(() => setOpen(false))}</div> : null}
    </li>
  )
}
