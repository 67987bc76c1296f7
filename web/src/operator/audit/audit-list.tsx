import type { AuditEntry } from 'souk-contract'
import { formatDay, formatTimeOfDay } from '../../lib/format/format-time.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { ShortId } from '../short-id.tsx'
import { actionText } from './action-text.ts'
import { Actor } from './actor.tsx'
import classes from './audit.module.css'
import { factsOf } from './facts-of.ts'
import { Target } from './target.tsx'

/** Entries below the day they were made on. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const days = Map.groupBy(entries, ({ at }) => formatDay(at))
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={classes.day}>
      <h2>{day}</h2>
      <ol className={classes.list}>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, action, details } = entry
  const facts = factsOf(details, useCurrency())
  return (
    <li data-read={action.endsWith('.read')}>
      <time dateTime={at}>{formatTimeOfDay(at)}</time>
      <Actor entry={entry} />
      <div className={classes.what}>
        <p className={classes.line}>
          {actionText(action)}
          <Target entry={entry} />
        </p>
        {facts.length === 0 ? null : (
          <ul className={classes.facts}>
            {facts.map(({ name, label, text, isId }) => (
              <li key={name} dir="auto">
                <span>{label}</span> {isId ? <ShortId id={text} /> : text}
              </li>
            ))}
          </ul>
        )}
      </div>
      <code className={classes.code}>{action}</code>
    </li>
  )
}
