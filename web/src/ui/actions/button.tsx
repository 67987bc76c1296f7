import type { ButtonHTMLAttributes, ReactNode } from 'react'
import classes from './button.module.css'
import { Link } from '../page/link.tsx'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger' | 'stop'
type Size = 'small' | 'medium' | 'large'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: Variant
  readonly size?: Size
  readonly busy?: boolean
  /** Disables the button; shown beside it as visible text, because tooltips do not reach touch screens. */
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
}

/** Uses `aria-disabled` instead of `disabled`, so that a disabled button stays focusable. */
export function Button({
  variant = 'plain',
  size = 'medium',
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
        className={buttonClass(variant, size)}
        data-variant={variant}
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

interface ButtonLinkProps {
  readonly variant?: Variant
  readonly size?: Size
  readonly to: string
  readonly children: ReactNode
}

export function ButtonLink({ variant = 'plain', size = 'medium', to, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(variant, size)}>
      {children}
    </Link>
  )
}

function buttonClass(variant: Variant, size: Size): string {
  const names = [
    classes.button,
    variant === 'plain' ? '' : classes[variant],
    size === 'medium' ? '' : classes[size],
  ]
  return names.filter(Boolean).join(' ')
}
