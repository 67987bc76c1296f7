import { KeyRound, User as UserIcon } from 'lucide-react'
import type { Agent, AgentPerson, AgentRole, Key } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { useIdentity } from '../../../identity/session-store.ts'
import { say } from '../../../messages/en/account.ts'
import { agentBasePath } from '../../../paths.ts'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import classes from './account.module.css'

/** Roles that manage keys and people of an agent. */
const managing: ReadonlySet<AgentRole> = new Set(['owner', 'organization-owner', 'organization-admin'])

/** Every key and every other person that can act as an agent of this person. */
export function AgentAccess() {
  const identity = useIdentity()
  const agents = identity.state === 'person' ? identity.agents.filter(({ role }) => managing.has(role)) : []
  return (
    <>
      <p className="muted">{say('accessHint')}</p>
      {agents.length === 0 ? <p>{say('noAgents')}</p> : null}
      {agents.map(({ agent }) => (
        <AccessTo key={agent.id} agent={agent} />
      ))}
    </>
  )
}

function AccessTo({ agent }: { agent: Agent }) {
  const keys = usePages(api.keys.listKeys, { agentId: agent.id, limit: 100 })
  const people = usePages(api.agents.listAgentPeople, { agentId: agent.id, limit: 100 })
  const active = keys.items?.filter(({ deactivatedAt }) => deactivatedAt === null) ?? []
  const linked = people.items?.filter(({ removable }) => removable) ?? []
  const base = agentBasePath(agent.name)
  return (
    <section aria-label={agent.displayName}>
      <h3 dir="auto">{agent.displayName}</h3>
      {keys.items === undefined || people.items === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <ul className={classes.rows}>
          {active.map((key) => (
            <li key={key.kid} className={classes.line}>
              <KeyRow apiKey={key} agent={agent} />
            </li>
          ))}
          {linked.map((entry) => (
            <li key={entry.person.id} className={classes.line}>
              <PersonRow entry={entry} agent={agent} />
            </li>
          ))}
          {active.length + linked.length === 0 ? (
            <li className={`${classes.line} muted`}>{say('onlyYou')}</li>
          ) : null}
        </ul>
      )}
      <p className={classes.links}>
        <Link to={`${base}/settings/keys`}>{say('manageKeys')}</Link>
        <Link to={`${base}/settings/people`}>{say('managePeople')}</Link>
      </p>
    </section>
  )
}

function KeyRow({ apiKey: { kid, label, lastUsedAt }, agent }: { apiKey: Key; agent: Agent }) {
  const revoke = useWrite(api.keys.deactivateKey, { invalidates: ['keys'] })
  return (
    <>
      <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.main}>
        <strong dir="auto">{label}</strong>
        <span className="muted">
          {say('key')} · {lastUsedAt === null ? say('neverUsed') : <RelativeTime time={lastUsedAt} />}
        </span>
      </span>
      <ConfirmButton
        label={say('revoke')}
        size="small"
        title={say('revokeQuestion', { label })}
        confirmLabel={say('revoke')}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutateAsync({ agentId: agent.id, kid })}
      >
        <p>{say('revokeHint')}</p>
      </ConfirmButton>
    </>
  )
}

function PersonRow({ entry: { person, since }, agent }: { entry: AgentPerson; agent: Agent }) {
  const remove = useWrite(api.agents.removeAgentPerson, { invalidates: ['agents'] })
  return (
    <>
      <UserIcon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.main}>
        <strong dir="auto">{person.displayName}</strong>
        <span className="muted">
          {say('linkedPerson')} · <RelativeTime time={since} />
        </span>
      </span>
      <ConfirmButton
        label={say('remove')}
        size="small"
        title={say('removeQuestion', { name: person.displayName })}
        confirmLabel={say('remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ agentId: agent.id, userId: person.id })}
      >
        <p>{say('removeHint')}</p>
      </ConfirmButton>
    </>
  )
}
