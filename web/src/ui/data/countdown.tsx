import { Clock } from 'lucide-react'
import { formatDeadline, formatRemaining } from '../../lib/format/format-time.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/ui.ts'
import classes from './countdown.module.css'

interface CountdownProps {
  readonly until: string
  /** The sentence around `now` or `in 2 d 4 h`, such as `Expires in 2 d 4 h`. */
  readonly text: (when: string) => string
}

const hourMs = 3_600_000

/** Time left until a timeout takes effect, with the date and its time zone as the tooltip. Seconds count in the last hour. */
export function Countdown({ until, text }: CountdownProps) {
  const isNear = Date.parse(until) - Date.now() < hourMs
  const now = useNow(isNear ? 1000 : 30_000)
  const remaining = formatRemaining(until, now)
  return (
    <time className={classes.countdown} dateTime={until} title={formatDeadline(until)}>
      {text(remaining === undefined ? say('whenNow') : say('whenIn', { time: remaining }))}
    </time>
  )
}

interface TimeLeftProps {
  readonly until: string
  /** Effect of the deadline, as the tooltip. */
  readonly title: string
}

/** `2 d 4 h left`, where there is no room for the sentence. */
export function TimeLeft({ until, title }: TimeLeftProps) {
  const now = useNow(30_000)
  return (
    <time className={classes.left} dateTime={until} title={title}>
      <Clock size={13} strokeWidth={1.75} aria-hidden="true" />
      {say('timeLeft', { time: formatRemaining(until, now) ?? say('whenNow') })}
    </time>
  )
}
