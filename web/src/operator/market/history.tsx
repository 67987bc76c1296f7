import type { AuditEntry } from 'souk-contract'
import { formatDateTime } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Actor } from '../audit/actor.tsx'
import { factsOf } from '../audit/facts-of.ts'
import classes from './history.module.css'

interface HistoryProps {
  readonly audit: readonly AuditEntry[]
  readonly target: string
  /** Name of the target, if it is a person. */
  readonly name?: string
}

/** History of the object, newest first. Reads by operators are only counted. */
export function History({ audit, target, name }: HistoryProps) {
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
          <Entry key={entry.id} entry={entry} name={entry.userId === target ? name : undefined} />
        ))}
      </ol>
      {reads === 0 ? null : <p className={classes.reads}>{say('readsOfOperators', { count: reads })}</p>}
    </Panel>
  )
}

function Entry({ entry, name }: { entry: AuditEntry; name: string | undefined }) {
  const { at, action, actor, details } = entry
  const [reason, ...facts] = split(factsOf(details))
  return (
    <li data-actor={actor}>
      <p className={classes.line}>
        {name === undefined ? <Actor entry={entry} inline /> : <strong dir="auto">{name}</strong>}
        <code>{action}</code>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {reason === undefined ? null : (
        <p className={classes.reason} dir="auto">
          “{reason}”
        </p>
      )}
      {facts.length === 0 ? null : (
        <p className={classes.facts} dir="auto">
          {facts.join(' · ')}
        </p>
      )}
    </li>
  )
}

/** The reason, then the other facts as text. */
function split(facts: ReturnType<typeof factsOf>): readonly [reason: string | undefined, ...facts: string[]] {
  const reason = facts.find(({ name }) => name === 'reason')?.text
  const rest = facts.filter(({ name }) => name !== 'reason').map(({ name, text }) => `${name}: ${text}`)
  return [reason, ...rest]
}
