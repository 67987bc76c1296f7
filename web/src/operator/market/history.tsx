import type { AuditEntry } from 'souk-contract'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { actionText } from '../audit/action-text.ts'
import { Actor } from '../audit/actor.tsx'
import { factsOf } from '../audit/facts-of.ts'
import { Target } from '../audit/target.tsx'
import classes from './history.module.css'

interface HistoryProps {
  readonly audit: readonly AuditEntry[]
  readonly target: string
}

/** History of the object, newest first. Reads by operators are only counted. */
export function History({ audit, target }: HistoryProps) {
  const changes = audit.filter(({ action }) => !action.endsWith('.read'))
  const reads = audit.length - changes.length
  return (
    <Panel
      title={say('history')}
      actions={<Link to={`/operator/audit?target=${target}`}>{say('showAll')}</Link>}
    >
      {changes.length === 0 ? <p className="muted">{say('noEntries')}</p> : null}
      <ol className={classes.timeline}>
        {changes.map((entry) => (
          <Entry key={entry.id} entry={entry} page={target} />
        ))}
      </ol>
      {reads === 0 ? null : <p className={classes.reads}>{say('readsOfOperators', { count: reads })}</p>}
    </Panel>
  )
}

function Entry({ entry, page }: { entry: AuditEntry; page: string }) {
  const { at, action, actor, details } = entry
  const facts = factsOf(details, useCurrency())
  const reason = facts.find(({ name }) => name === 'reason')?.text
  const others = facts.filter(({ name, isId }) => name !== 'reason' && !isId)
  return (
    <li data-actor={actor}>
      <p className={classes.line}>
        <Actor entry={entry} page={page} inline />
        <span title={action}>{actionText(action) ?? <code>{action}</code>}</span>
        <Target entry={entry} page={page} />
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {reason === undefined ? null : <p dir="auto">“{reason}”</p>}
      {others.length === 0 ? null : (
        <p className={classes.facts} dir="auto">
          {others.map(({ label, text }) => `${label}: ${text}`).join(' · ')}
        </p>
      )}
    </li>
  )
}
