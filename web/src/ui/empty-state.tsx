import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Says that there is nothing to show; the children say what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <path d="M8 62V32a24 24 0 0 1 48 0v30" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M32 14l3 5 5 3-5 3-3 5-3-5-5-3 5-3z" fill="currentColor" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
