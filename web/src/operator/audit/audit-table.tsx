import type { AuditEntry } from 'souk-contract'
import { formatDateTime } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/table.tsx'
import { ShortId } from '../short-id.tsx'
import { useOperatorNames } from '../use-operator-names.ts'
import classes from './audit.module.css'
import { factsOf } from './facts-of.ts'

export function AuditTable({
  entries,
  outlined = false,
}: {
  entries: readonly AuditEntry[]
  outlined?: boolean
}) {
  return (
    <Table
      outlined={outlined}
      caption={say('auditLog')}
      items={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          name: say('when'),
          render: ({ at }) => (
            <time className={classes.time} dateTime={at}>
              {formatDateTime(at)}
            </time>
          ),
        },
        { name: say('who'), render: (entry) => <Actor entry={entry} /> },
        { name: say('action'), render: ({ action }) => <code>{action}</code> },
        { name: say('target'), render: ({ target }) => <ShortId id={target} /> },
        { name: say('details'), render: (entry) => <Details entry={entry} /> },
      ]}
    />
  )
}

const actorNames: Readonly<Record<AuditEntry['actor'], string>> = {
  user: say('actorUser'),
  key: say('actorKey'),
  stranger: say('actorStranger'),
  operator: say('actorOperator'),
  system: say('actorSystem'),
}

function Actor({ entry: { actor, userId, agentId, keyId } }: { entry: AuditEntry }) {
  const nameOf = useOperatorNames()
  const id = userId ?? keyId ?? agentId
  if (id === null) return actorNames[actor]
  const name = userId === null ? null : nameOf(userId)
  return (
    <span className={classes.actor}>
      {name === userId || userId === null ? (
        <ShortId id={id} />
      ) : (
        <Link to={`/operator/users/${userId}`}>{name}</Link>
      )}
      <small>{actorNames[actor]}</small>
    </span>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const facts = factsOf(entry.details)
  if (facts.length === 0) return '–'
  return (
    <ul className={classes.facts}>
      {facts.map(({ name, text }) => (
        <li key={name} dir="auto">
          <span>{name}</span> {text}
        </li>
      ))}
    </ul>
  )
}
