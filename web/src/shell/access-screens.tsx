/** Screens in place of those that may not be shown. */
import type { MyAgent } from 'souk-contract'
import { useLocation } from 'react-router'
import { hasDrafts } from '../identity/drafts.ts'
import { beginSession } from '../identity/session-store.ts'
import { afterSwitch, baseOf } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/states.tsx'
import { Tile } from '../ui/avatar.tsx'
import classes from './access-screens.module.css'

export function SignedOut() {
  const { pathname, search, hash } = useLocation()
  return (
    <Page title="Signed out" narrow>
      <Empty title="You’ve been signed out">
        <p>Sign in to continue.{hasDrafts() ? ' What you were writing here is kept.' : ''}</p>
        <ButtonLink look="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          Sign in
        </ButtonLink>
      </Empty>
    </Page>
  )
}

export function Replaced() {
  return (
    <Page title="Account changed" narrow>
      <Empty title="This browser is signed in to another account">
        <p>Another tab has signed in. Nothing on this page was sent as that account.</p>
        <Button look="primary" onClick={() => void beginSession()}>
          Continue with that account
        </Button>
      </Empty>
    </Page>
  )
}

interface NoAccessProps {
  readonly handle: string
  readonly agents: readonly MyAgent[]
  /** Whether this tab could act as the agent a moment ago. */
  readonly lost: boolean
}

export function NoAccess({ handle, agents, lost }: NoAccessProps) {
  return (
    <Page title="No access" narrow>
      <Empty title={lost ? `You no longer have access to @${handle}` : `You don’t have access to @${handle}`}>
        <p>It was archived, or you were not given access to it.</p>
        <Agents agents={agents} />
      </Empty>
    </Page>
  )
}

/** For a person who has agents but no default one, or none at all. */
export function ChooseAgent({ agents }: { agents: readonly MyAgent[] }) {
  const first = agents.length === 0
  return (
    <Page title={first ? 'Create your profile to get started' : 'Choose an agent'} narrow>
      <Empty title={first ? 'You don’t have a profile yet' : 'Which agent do you want to act as?'}>
        <p>You work, hire, write and pay as a profile. Others find you by it.</p>
        {first ? (
          <ButtonLink look="primary" to="/settings/agents?first">
            Create a profile
          </ButtonLink>
        ) : (
          <Agents agents={agents} />
        )}
      </Empty>
    </Page>
  )
}

/** The same page as another agent. */
function Agents({ agents }: { agents: readonly MyAgent[] }) {
  const { pathname } = useLocation()
  if (agents.length === 0) return <Link to="/settings/agents">Your agents</Link>
  return (
    <div className={classes.agents}>
      {agents.map(({ agent }) => (
        <Link key={agent.id} to={baseOf(agent.name) + afterSwitch(pathname)} className={classes.agent}>
          <Tile id={agent.id} size={32} />
          <span>
            <strong>Continue as {agent.displayName}</strong>
            <small>@{agent.name}</small>
          </span>
        </Link>
      ))}
    </div>
  )
}
