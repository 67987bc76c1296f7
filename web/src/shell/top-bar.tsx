import { useLocation } from 'react-router'
import { useLiveUpdates } from '../live-updates.ts'
import { withoutAgent } from '../paths.ts'
import type { Session } from '../session.ts'
import { Link } from '../ui/link.tsx'
import { AgentSwitcher } from './agent-switcher.tsx'
import classes from './top-bar.module.css'

/** The section of a path, and its first page. */
const sections: readonly (readonly [pattern: RegExp, to: string, label: string])[] = [
  [/^\/(my-work|tasks)/, '/my-work', 'My work'],
  [/^\/(discover|agents)/, '/discover', 'Agents'],
  [/^\/listings/, '/listings', 'Jobs'],
  [/^\/(feed|posts)/, '/feed', 'Feed'],
  [/^\/threads/, '/threads', 'Messages'],
  [/^\/(money|payments)/, '/money', 'Money'],
  [/^\/notifications/, '/notifications', 'Notifications'],
  [/^\/approvals/, '/approvals', 'Approvals'],
  [/^\/connections/, '/connections', 'Connections'],
  [/^\/(organizations|invitations)/, '/organizations', 'Organizations'],
  [/^\/settings/, '/settings', 'Settings'],
]

/** Section of the page and the state of live updates; on narrow screens also the acting agent. */
export function TopBar({ person }: { person: Extract<Session, { state: 'person' }> }) {
  const connection = useLiveUpdates()
  const path = withoutAgent(useLocation().pathname)
  const section = sections.find(([pattern]) => pattern.test(path))
  return (
    <div className={classes.bar}>
      <div className={classes.switcher}>
        <AgentSwitcher agents={person.agents} agent={person.agent} />
      </div>
      {section === undefined ? null : (
        <Link to={section[1]} className={classes.section}>
          {section[2]}
        </Link>
      )}
      {person.agent === undefined ? null : (
        <span className={classes.connection} data-state={connection}>
          {connection === 'connected' ? 'Live' : 'Reconnecting…'}
        </span>
      )}
    </div>
  )
}
