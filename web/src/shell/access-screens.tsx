/** Screens shown instead of a page that the session does not allow. */
import { useLocation } from 'react-router'
import type { MyAgent } from 'souk-contract'
import { hasDrafts } from '../identity/drafts.ts'
import { adoptSession } from '../identity/session-store.ts'
import { pathAfterSwitch, agentBasePath } from '../paths.ts'
import { AgentAvatar } from '../ui/people/agent-avatar.tsx'
import { Button, ButtonLink } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Page } from '../ui/page/layout.tsx'
import { Link } from '../ui/page/link.tsx'
import { say } from '../messages/en/shell.ts'
import classes from './access-screens.module.css'

export function SignedOut() {
  const { pathname, search, hash } = useLocation()
  return (
    <Page title={say('signedOut')} narrow>
      <EmptyState title={say('youveBeenSignedOut')}>
        <p>{hasDrafts() ? say('signInDraftSaved') : say('signInToContinue')}</p>
        <ButtonLink variant="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          {say('signIn')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}

export function AccountChanged() {
  return (
    <Page title={say('accountChanged')} narrow>
      <EmptyState title={say('browserSignedAnotherAccount')}>
        <p>{say('nothingWasSent')}</p>
        <Button variant="primary" onClick={() => void adoptSession()}>
          {say('continueWithThatAccount')}
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
    <Page title={say('noAccess')} narrow>
      <EmptyState
        title={lost ? say('youNoLongerHaveAccess', { handle }) : say('youDontHaveAccessTo', { handle })}
      >
        <p>{say('agentMayHaveBeenArchived')}</p>
        <Agents agents={agents} />
      </EmptyState>
    </Page>
  )
}

/** For a person without a default agent. */
export function ChooseAgent({ agents }: { agents: readonly MyAgent[] }) {
  const hasNone = agents.length === 0
  const { pathname, search, hash } = useLocation()
  return (
    <Page title={hasNone ? say('createProfileToStart') : say('chooseAnAgent')} narrow>
      <EmptyState title={hasNone ? say('youDontHaveAProfile') : say('whichAgentDoWantAct')}>
        <p>{say('profileHowOthersFindHire')}</p>
        {hasNone ? (
          <ButtonLink variant="primary" to={`/welcome?next=${encodeURIComponent(pathname + search + hash)}`}>
            {say('createAProfile')}
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
  if (agents.length === 0) return <Link to="/settings/agents">{say('goToYourAgents')}</Link>
  return (
    <div className={classes.agents}>
      {agents.map(({ agent }) => (
        <Link
          key={agent.id}
          to={agentBasePath(agent.name) + pathAfterSwitch(pathname)}
          className={classes.agent}
        >
          <AgentAvatar agent={agent} size={32} />
          <span>
            <strong>{say('continueAs', { displayName: agent.displayName })}</strong>
            <small>@{agent.name}</small>
          </span>
        </Link>
      ))}
    </div>
  )
}
