import { formatDateTime, formatRemaining } from '../lib/format-time.ts'
import { useNow } from '../lib/use-now.ts'
import classes from './countdown.module.css'

/** Time left until a timeout takes effect, such as `Expires in 2 d 4 h`. */
export function Countdown({ until, label }: { until: string; label: string }) {
  const now = useNow(1000)
  const remaining = formatRemaining(until, now)
  return (
    <span className={classes.countdown} title={formatDateTime(until)}>
      {remaining === undefined ? `${label} now` : `${label} in ${remaining}`}
    </span>
  )
}
