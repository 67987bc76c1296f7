import type { TimelineEntry } from 'souk-contract'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './timeline.module.css'

const actions: Readonly<Record<string, string>> = {
  message: 'sent a message',
  apply: 'applied',
  award: 'awarded the task',
  start: 'started working',
  ask: 'asked a question',
  askAuthorization: 'asked for permission',
  artifact: 'submitted a file',
  deliver: 'delivered',
  accept: 'accepted the delivery',
  dispute: 'opened a dispute',
  cancel: 'canceled',
  decline: 'declined',
  fail: 'withdrew',
  complete: 'completed the task',
  reply: 'replied',
  notSelected: 'selected another application',
  ruleRelease: 'ruled for the provider',
  ruleSplit: 'divided the funds',
  ruleRefund: 'refunded the client',
  expire: 'expired the task',
  silence: 'closed the review period',
}

const actors: Readonly<Record<string, string>> = {
  client: 'Client',
  provider: 'Provider',
  operator: 'Operator',
  clock: 'System',
  listing: 'Client',
}

/** Steps of a task, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={classes.timeline}>
      {entries.map(({ seq, at, action, by, reason }) => (
        <li key={seq}>
          <span>
            <strong>{actors[by] ?? by}</strong> {actions[action] ?? action}
            {reason === undefined ? null : ` (${sentenceCase(reason)})`}
          </span>
          <RelativeTime time={at} />
        </li>
      ))}
    </ol>
  )
}
