import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from './link.tsx'
import classes from './button.module.css'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: Look
  readonly busy?: boolean
  /** Why it cannot be used now; shown to everybody, because a dead button explains nothing. */
  readonly because?: string | undefined
  readonly children: ReactNode
}

export function Button({ look = 'plain', busy = false, because, children, disabled, ...rest }: ButtonProps) {
  const dead = disabled === true || because !== undefined
  return (
    <span className={classes.holder}>
      <button
        type="button"
        {...rest}
        className={`${classes.button} ${classes[look]}`}
        aria-disabled={dead || busy}
        aria-busy={busy}
        onClick={dead || busy ? (event) => event.preventDefault() : rest.onClick}
      >
        {children}
      </button>
      {because === undefined ? null : <span className={classes.because}>{because}</span>}
    </span>
  )
}

export function ButtonLink({
  look = 'plain',
  to,
  children,
}: {
  look?: Look
  to: string
  children: ReactNode
}) {
  return (
    <Link to={to} className={`${classes.button} ${classes[look]}`}>
      {children}
    </Link>
  )
}
