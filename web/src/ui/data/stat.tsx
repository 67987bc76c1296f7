import type { ReactNode } from 'react'
import classes from './stat.module.css'

export function Stat({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className={classes.stat}>
      <span className={classes.value}>{value}</span>
      <span className="muted">{label}</span>
    </div>
  )
}
