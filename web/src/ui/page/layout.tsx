import type { ReactNode } from 'react'
import { DocumentTitle } from './document-title.tsx'
import classes from './layout.module.css'

interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly narrow?: boolean
  /** Full width, for boards and tables. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Frame of every screen: document title, heading, actions and content. */
export function Page({ title, lead, actions, narrow = false, wide = false, children }: PageProps) {
  return (
    <div className={narrow ? classes.narrow : wide ? `${classes.page} ${classes.wide}` : classes.page}>
      <DocumentTitle title={title} />
      <header className={classes.head}>
        <div>
          <h1 dir="auto">{title}</h1>
          {lead === undefined ? null : <div className={classes.lead}>{lead}</div>}
        </div>
        {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Page margins without a heading, for screens that are still loading. */
export function BlankPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}

interface PanelProps {
  readonly title?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, actions, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      {title === undefined ? null : (
        <header className={classes.panelHead}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      <div className={classes.panelBody}>{children}</div>
    </section>
  )
}

/** Vertical stack with a gap from the scale. */
export function Stack({ gap = 4, children }: { gap?: 1 | 2 | 3 | 4 | 5 | 6; children: ReactNode }) {
  return (
    <div className={classes.stack} data-gap={gap}>
      {children}
    </div>
  )
}

/** Horizontal row that wraps. */
export function Row({ children, spread = false }: { children: ReactNode; spread?: boolean }) {
  return <div className={spread ? classes.spread : classes.row}>{children}</div>
}

/** Main column with a sidebar; stacked on narrow screens. */
export function Split({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  )
}

export function Grid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>
}
