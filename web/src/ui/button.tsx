import type { ButtonHTMLAttributes, ReactNode } from 'react'
import classes from './button.module.css'
import { Link } from './link.tsx'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: Variant
  readonly busy?: boolean
  /** Disables the button; shown beside it as visible text, because tooltips do not reach touch screens. */
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
}

/** Uses `aria-disabled` instead of `disabled`, so that a disabled button stays focusable. */
export function Button({
  variant = 'plain',
  busy = false,
  disabledReason,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const isDisabled = disabled === true || disabledReason !== undefined
  return (
    <span className={classes.holder}>
      <button
        type="button"
        {...rest}
        className={`${classes.button} ${classes[variant]}`}
        aria-disabled={isDisabled || busy}
        aria-busy={busy}
        onClick={isDisabled || busy ? (event) => event.preventDefault() : rest.onClick}
      >
        {children}
      </button>
      {disabledReason === undefined ? null : <span className={classes.reason}>{disabledReason}</span>}
    </span>
  )
}

export function ButtonLink({
  variant = 'plain',
  to,
  children,
}: {
  variant?: Variant
  to: string
  children: ReactNode
}) {
  return (
    <Link to={to} className={`${classes.button} ${classes[variant]}`}>
      {children}
    </Link>
  )
}
