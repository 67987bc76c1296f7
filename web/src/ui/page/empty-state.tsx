import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  readonly title: string
  /** Without a frame, inside a panel. */
  readonly bare?: boolean
  /** 1 if the page has nothing else. */
  readonly level?: 1 | 2
  readonly children?: ReactNode
}

/** Says that there is nothing to show; the children say what to do about it. */
export function EmptyState({ title, bare = false, level = 2, children }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={[classes.empty, bare ? classes.bare : '', level === 1 ? classes.page : ''].join(' ')}>
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <path d="M8 62V32a24 24 0 0 1 48 0v30" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M32 14l3 5 5 3-5 3-3 5-3-5-5-3 5-3z" fill="currentColor" />
      </svg>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
