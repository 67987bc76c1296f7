import type { ReactNode } from 'react'
import classes from './stat-strip.module.css'

interface StatStripProps {
  readonly stats: readonly {
    readonly label: string
    readonly value: ReactNode
    readonly detail?: string
  }[]
}

/** The most important facts of a page, side by side. */
export function StatStrip({ stats }: StatStripProps) {
  return (
    <dl className={classes.strip}>
      {stats.map(({ label, value, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {detail === undefined ? null : <small>{detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
