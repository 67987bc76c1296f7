import type { AuditEntry } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { Link } from '../../ui/link.tsx'
import { ShortId } from '../short-id.tsx'
import { useOperatorNames } from '../use-operator-names.ts'
import classes from './audit.module.css'

const actorNames: Readonly<Record<AuditEntry['actor'], string>> = {
  user: say('actorUser'),
  key: say('actorKey'),
  stranger: say('actorStranger'),
  operator: say('actorOperator'),
  system: say('actorSystem'),
}

interface ActorProps {
  readonly entry: Pick<AuditEntry, 'actor' | 'userId' | 'agentId' | 'keyId'>
  readonly inline?: boolean
}

/** The person or software that acted, and its kind; below each other in lists. */
export function Actor({ entry: { actor, userId, agentId, keyId }, inline = false }: ActorProps) {
  const nameOf = useOperatorNames()
  const id = userId ?? keyId ?? agentId
  const name = userId === null ? null : nameOf(userId)
  if (id === null) return <span className={classes.actor}>{actorNames[actor]}</span>
  return (
    <span className={inline ? classes.inline : classes.actor}>
      {name === userId || userId === null ? (
        <ShortId id={id} />
      ) : (
        <Link to={`/operator/users/${userId}`}>{name}</Link>
      )}
      <small>{actorNames[actor]}</small>
    </span>
  )
}
