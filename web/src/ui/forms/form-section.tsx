import type { ReactNode } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

/** Part of a long form, with a heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{hint}</p>
      </header>
      {children}
    </section>
  )
}

/** Two short fields side by side; one below the other on narrow screens. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
