import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'plain' | 'good' | 'bad' | 'brass' | 'accent' | 'iris'

interface BadgeProps {
  readonly tone?: Tone
  /** Without the pill, for lists and cards. */
  readonly bare?: boolean
  readonly children: ReactNode
}

export function Badge({ tone = 'plain', bare = false, children }: BadgeProps) {
  const names = [classes.badge, tone === 'plain' ? undefined : classes[tone], bare ? classes.bare : undefined]
  return <span className={names.filter(Boolean).join(' ')}>{children}</span>
}
