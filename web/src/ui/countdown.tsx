import { formatDeadline, formatRemaining } from '../lib/format-time.ts'
import { useNow } from '../lib/use-now.ts'
import { say } from '../messages/en/ui.ts'
import classes from './countdown.module.css'

interface CountdownProps {
  readonly until: string
  /** The sentence around `now` or `in 2 d 4 h`, such as `Expires in 2 d 4 h`. */
  readonly text: (when: string) => string
}

/** Time left until a timeout takes effect, with the date and its time zone as the tooltip. */
export function Countdown({ until, text }: CountdownProps) {
  const now = useNow(1000)
  const remaining = formatRemaining(until, now)
  return (
    <time className={classes.countdown} dateTime={until} title={formatDeadline(until)}>
      {text(remaining === undefined ? say('whenNow') : say('whenIn', { time: remaining }))}
    </time>
  )
}
