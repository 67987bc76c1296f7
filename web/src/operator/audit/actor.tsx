import { operatorRoles, type AuditEntry } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { Link } from '../../ui/page/link.tsx'
import { roleNames } from '../role-names.ts'
import { ShortId } from '../short-id.tsx'
import classes from './audit.module.css'

export const actorNames: Readonly<Record<AuditEntry['actor'], string>> = {
  user: say('actorUser'),
  key: say('actorKey'),
  stranger: say('actorStranger'),
  operator: say('actorOperator'),
  system: say('actorSystem'),
}

interface ActorProps {
  readonly entry: AuditEntry
  readonly inline?: boolean
  /** Without its kind. */
  readonly short?: boolean
  /** ID of the page, which is not linked to itself. */
  readonly page?: string
}

/** The person or software that acted, and its kind; below each other in lists. */
export function Actor({ entry, inline = false, short = false, page }: ActorProps) {
  const { id, name } = actorOf(entry)
  const kind = kindOf(entry)
  if (id === undefined) return <strong className={classes.actor}>{kind}</strong>
  return (
    <span className={inline ? classes.inline : classes.actor}>
      {name === undefined ? (
        <ShortId id={id} />
      ) : id === page ? (
        <strong dir="auto">{name}</strong>
      ) : (
        <Link to={`/operator/users/${id}`}>{name}</Link>
      )}
      {short || (name !== undefined && entry.actor !== 'operator') ? null : <small>{kind}</small>}
    </span>
  )
}

/** Calls without a token in which a person proves who they are. */
const ownActions = new Set([
  'session.opened',
  'user.registered',
  'user.email-verified',
  'user.password-reset',
])

export function actorOf(entry: AuditEntry): { readonly id?: string; readonly name?: string } {
  const { actor, action, userId, userName, keyId, agentId, target, targetName } = entry
  if (userId !== null) return { id: userId, ...(userName === null ? {} : { name: userName }) }
  if (actor === 'stranger' && targetName !== null && ownActions.has(action))
    return { id: target, name: targetName }
  const id = keyId ?? agentId
  return id === null ? {} : { id }
}

function kindOf({ actor, details }: AuditEntry): string {
  if (actor !== 'operator') return actorNames[actor]
  const recorded = 'operator' in details ? details.operator : undefined
  if (recorded === 'token') return say('actorToken')
  const role = operatorRoles.find((name) => name === recorded)
  return role === undefined ? actorNames.operator : say('actorInRole', { role: roleNames[role] })
}
