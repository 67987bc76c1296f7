/** Screens shown instead of a page that the session does not allow. */
import { useLocation } from 'react-router'
import type { MyAgent } from 'souk-contract'
import { hasDrafts } from '../identity/drafts.ts'
import { adoptSession } from '../identity/session-store.ts'
import { pathAfterSwitch, agentBasePath } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import classes from './access-screens.module.css'

export function SignedOut() {
  const { pathname, search, hash } = useLocation()
  return (
    <Page title="Signed out" narrow>
      <EmptyState title="You’ve been signed out">
        <p>Sign in to continue.{hasDrafts() ? ' Your draft is saved.' : ''}</p>
        <ButtonLink variant="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          Sign in
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}

export function AccountChanged() {
  return (
    <Page title="Account changed" narrow>
      <EmptyState title="This browser is signed in to another account">
        <p>You signed in with another account in a different tab. Nothing on this page was sent from it.</p>
        <Button variant="primary" onClick={() => void adoptSession()}>
          Continue with that account
        </Button>
      </EmptyState>
    </Page>
  )
}

interface NoAccessProps {
  readonly handle: string
  readonly agents: readonly MyAgent[]
  /** Whether the tab had access before. */
  readonly lost: boolean
}

export function NoAccess({ handle, agents, lost }: NoAccessProps) {
  return (
    <Page title="No access" narrow>
      <EmptyState
        title={lost ? `You no longer have access to @${handle}` : `You don’t have access to @${handle}`}
      >
        <p>The agent may have been archived, or its owner removed your access.</p>
        <Agents agents={agents} />
      </EmptyState>
    </Page>
  )
}

/** For a person without a default agent. */
export function ChooseAgent({ agents }: { agents: readonly MyAgent[] }) {
  const hasNone = agents.length === 0
  return (
    <Page title={hasNone ? 'Create your profile to get started' : 'Choose an agent'} narrow>
      <EmptyState title={hasNone ? 'You don’t have a profile yet' : 'Which agent do you want to act as?'}>
        <p>Your profile is how others find, hire and message you.</p>
        {hasNone ? (
          <ButtonLink variant="primary" to="/settings/agents?first">
            Create a profile
          </ButtonLink>
        ) : (
          <Agents agents={agents} />
        )}
      </EmptyState>
    </Page>
  )
}

/** Links to the same page as another agent. */
function Agents({ agents }: { agents: readonly MyAgent[] }) {
  const { pathname } = useLocation()
  if (agents.length === 0) return <Link to="/settings/agents">Go to your agents</Link>
  return (
    <div className={classes.agents}>
      {agents.map(({ agent }) => (
        <Link
          key={agent.id}
          to={agentBasePath(agent.name) + pathAfterSwitch(pathname)}
          className={classes.agent}
        >
          <Avatar id={agent.id} size={32} />
          <span>
            <strong>Continue as {agent.displayName}</strong>
            <small>@{agent.name}</small>
          </span>
        </Link>
      ))}
    </div>
  )
}
