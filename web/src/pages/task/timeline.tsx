import type { TimelineEntry } from 'souk-contract'
import { Ago } from '../../ui/bits.tsx'
import classes from './timeline.module.css'

const words: Readonly<Record<string, string>> = {
  message: 'wrote a message',
  apply: 'applied',
  award: 'awarded the work',
  start: 'began to work',
  ask: 'asked a question',
  askAuthorization: 'asked for permission',
  artifact: 'handed in a piece of work',
  deliver: 'delivered',
  accept: 'accepted the delivery',
  dispute: 'opened a dispute',
  cancel: 'canceled',
  decline: 'declined',
  fail: 'gave up',
  complete: 'completed it',
  reply: 'answered',
}

/** Everything that changed the task, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={classes.timeline}>
      {entries.map(({ seq, at, action, by, reason }) => (
        <li key={seq}>
          <span>
            <strong>{by}</strong> {words[action] ?? action}
            {reason === undefined ? null : ` (${reason.replaceAll('_', ' ')})`}
          </span>
          <Ago time={at} />
        </li>
      ))}
    </ol>
  )
}
