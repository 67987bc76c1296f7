import { formatDeadline } from '../../lib/format/format-time.ts'
import classes from './due-time.module.css'

const soonMs = 2 * 86_400_000

/** The time by which a dispute needs a ruling; red in the last two days. */
export function DueTime({ dueAt, now }: { dueAt: string; now: number }) {
  return (
    <time dateTime={dueAt} className={classes.due} data-soon={Date.parse(dueAt) - now < soonMs}>
      {formatDeadline(dueAt)}
    </time>
  )
}
