import type { ReactNode } from 'react'
import { DocumentTitle } from '../../ui/page/document-title.tsx'
import classes from './consent.module.css'

/** Card of a decision. The title is that of the document; the content has the heading. */
export function ConsentCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.card}>
      <DocumentTitle title={title} />
      {children}
    </section>
  )
}

/** Card with a heading and a text or a form. */
export function PlainCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <ConsentCard title={title}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
      </header>
      <div className={classes.section}>{children}</div>
    </ConsentCard>
  )
}
