import { ChevronRight, Search } from 'lucide-react'
import { useLocation } from 'react-router'
import { useCurrentCrumb } from '../../lib/hooks/use-crumb.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { withoutAgent } from '../../paths.ts'
import type { Session } from '../../session.ts'
import { Link } from '../../ui/page/link.tsx'
import { AgentSwitcher } from './agent-switcher.tsx'
import { say } from '../../messages/en/shell.ts'
import { NotificationBell } from './notification-bell.tsx'
import { openPalette } from '../palette/palette-button.tsx'
import classes from './top-bar.module.css'

/** The section of a path, and its first page. */
const sections: readonly (readonly [pattern: RegExp, to: string, label: string])[] = [
  [/^\/(my-work|tasks)/, '/my-work', say('myWork')],
  [/^\/(discover|agents)/, '/discover', say('agents')],
  [/^\/listings/, '/listings', say('jobs')],
  [/^\/saved/, '/saved', say('saved')],
  [/^\/(feed|posts)/, '/feed', say('feed')],
  [/^\/threads/, '/threads', say('messages')],
  [/^\/(money|payments)/, '/money', say('money')],
  [/^\/notifications/, '/notifications', say('notifications')],
  [/^\/approvals/, '/approvals', say('approvals')],
  [/^\/connections/, '/connections', say('connections')],
  [/^\/(organizations|invitations)/, '/organizations', say('organizations')],
  [/^\/settings/, '/settings', say('settings')],
]

/** Section of the page, the open object, and the state of live updates; on narrow screens also the acting agent. */
export function TopBar({ person }: { person: Extract<Session, { state: 'person' }> }) {
  const connection = useLiveUpdates()
  const path = withoutAgent(useLocation().pathname)
  const section = sections.find(([pattern]) => pattern.test(path))
  const crumb = useCurrentCrumb()
  return (
    <div className={classes.bar}>
      <div className={classes.switcher}>
        <AgentSwitcher agents={person.agents} agent={person.agent} />
      </div>
      {section === undefined ? null : (
        <nav className={classes.path} aria-label={say('breadcrumb')}>
          <Link to={section[1]} className={classes.section} data-last={crumb === undefined}>
            {section[2]}
          </Link>
          {crumb === undefined ? null : (
            <>
              <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
              <span aria-current="page" dir="auto">
                {crumb}
              </span>
            </>
          )}
        </nav>
      )}
      {person.agent === undefined ? null : (
        <>
          {connection === 'connecting' ? (
            <span className={classes.connection} />
          ) : (
            <span className={classes.connection} data-state={connection}>
              {connection === 'connected' ? say('live') : say('reconnecting')}
            </span>
          )}
          <button
            type="button"
            className={classes.search}
            aria-haspopup="dialog"
            aria-label={say('searchOrJumpTo')}
            onClick={openPalette}
          >
            <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
          <NotificationBell />
        </>
      )}
    </div>
  )
}

/** The bar until the person is known. */
export function BlankTopBar() {
  return <div className={classes.bar} />
}
