/** Route guards: the path and the session together decide the page and the acting agent of a tab. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useParams } from 'react-router'
import type { Identity } from '../identity/identity.ts'
import { ScopeProvider } from '../identity/scope-context.tsx'
import { refreshSession, useIdentity } from '../identity/session-store.ts'
import { readMarker } from '../identity/user-marker.ts'
import { agentBasePath, withoutAgent } from '../paths.ts'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { BlankPage } from '../ui/page/layout.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { AccountChanged, ChooseAgent, NoAccess, SignedOut } from './access-screens.tsx'
import { ConsentShell } from './consent-shell.tsx'
import { Shell } from './shell.tsx'

/**
 * Access requirement of a page; routes carry it as their handle. `account` pages sign a person in; on `consent` pages they choose the
 * agent themselves. Pages of operators bring their own shell.
 */
export type RouteAccess = (typeof accesses)[number]

const accesses = ['public', 'account', 'person', 'consent', 'agent', 'operator'] as const

/** Pages that never act as the default agent. */
const agentless: ReadonlySet<RouteAccess> = new Set(['account', 'consent', 'operator'])

type PersonIdentity = Extract<Identity, { state: 'person' }>

/** Guards paths below `/as/{handle}`. */
export function AgentGuard() {
  const identity = useIdentity()
  const { acting: handle = '' } = useParams()
  switch (identity.state) {
    case 'person':
      return <ActingAs key={handle} person={identity} handle={handle} />
    case 'anonymous':
      return <LeaveAgent />
    case 'unknown':
    case 'ended':
    case 'replaced':
      return <Blocked identity={identity} />
  }
}

/** The page as the agent in the path, if the person can act as it. */
function ActingAs({ person, handle }: { person: PersonIdentity; handle: string }) {
  const access = useRouteAccess()
  const entry = person.agents.find(({ agent }) => agent.name === handle)
  const hadAccess = useRef(false)
  const [checked, setChecked] = useState(false)
  const hasAccess = entry !== undefined
  useEffect(() => {
    if (hasAccess) hadAccess.current = true
    // The agent may have been created or linked in another tab since the list was loaded.
    else if (!hadAccess.current) void refreshSession().then(() => setChecked(true))
  }, [hasAccess])
  if (entry !== undefined)
    return (
      <ScopeProvider userId={person.user.id} agentId={entry.agent.id} handle={handle}>
        <CurrentPage />
      </ScopeProvider>
    )
  // A shared link to a public page names an agent of its sender.
  if (!hadAccess.current && access === 'public') return <LeaveAgent />
  return (
    <ScopeProvider userId={person.user.id}>
      <Shell>
        {hadAccess.current || checked ? (
          <NoAccess handle={handle} agents={person.agents} lost={hadAccess.current} />
        ) : (
          <BlankPage>
            <Skeleton lines={8} />
          </BlankPage>
        )}
      </Shell>
    </ScopeProvider>
  )
}

/** Redirects to the same page without the agent, or to sign-in if the page is not public. */
function LeaveAgent() {
  const access = useRouteAccess()
  const { pathname, search, hash } = useLocation()
  if (access !== 'public') return <RedirectToSignIn />
  return <Navigate to={withoutAgent(pathname) + search + hash} replace />
}

/** Guards paths without an agent. */
export function RootGuard() {
  const identity = useIdentity()
  const access = useRouteAccess()
  const needsNoSession = access === 'account' || access === 'public' || access === 'operator'
  switch (identity.state) {
    case 'person':
      return <SignedIn person={identity} access={access} />
    case 'anonymous':
      return needsNoSession ? <Anonymous /> : <RedirectToSignIn />
    case 'unknown':
      // Without a marker this browser is not signed in, so public pages need not wait for the check.
      return needsNoSession && readMarker() === undefined ? <Anonymous /> : <Blocked identity={identity} />
    case 'ended':
    case 'replaced':
      return access === 'account' ? <Anonymous /> : <Blocked identity={identity} />
  }
}

function SignedIn({ person, access }: { person: PersonIdentity; access: RouteAccess }) {
  const { pathname, search, hash } = useLocation()
  const defaultAgent = person.agents.find(({ active }) => active)
  if (defaultAgent !== undefined && !agentless.has(access)) {
    const path = pathname === '/' ? '' : pathname
    return <Navigate to={agentBasePath(defaultAgent.agent.name) + path + search + hash} replace />
  }
  return (
    <ScopeProvider userId={person.user.id}>
      {access === 'agent' ? (
        <Shell>
          <ChooseAgent agents={person.agents} />
        </Shell>
      ) : (
        <CurrentPage />
      )}
    </ScopeProvider>
  )
}

function Anonymous() {
  return (
    <ScopeProvider>
      <CurrentPage />
    </ScopeProvider>
  )
}

function CurrentPage() {
  const access = useRouteAccess()
  if (access === 'operator') return <Outlet />
  if (access === 'consent')
    return (
      <ConsentShell>
        <Outlet />
      </ConsentShell>
    )
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

function RedirectToSignIn() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />
}

type BlockedIdentity = Exclude<Identity, { state: 'person' | 'anonymous' }>

/** Replaces the page, so that it shows no data of any account. */
function Blocked({ identity }: { identity: BlockedIdentity }) {
  return (
    <ScopeProvider>
      <Shell>{blockedScreen(identity)}</Shell>
    </ScopeProvider>
  )
}

function blockedScreen(identity: BlockedIdentity): ReactNode {
  if (identity.state === 'ended') return <SignedOut />
  if (identity.state === 'replaced') return <AccountChanged />
  return (
    <BlankPage>
      {identity.error === undefined ? <Skeleton lines={8} /> : <ErrorMessage error={identity.error} />}
    </BlankPage>
  )
}

function useRouteAccess(): RouteAccess {
  return (
    useMatches()
      .map(({ handle }) => handle)
      .filter(isRouteAccess)
      .at(-1) ?? 'public'
  )
}

function isRouteAccess(value: unknown): value is RouteAccess {
  return accesses.some((access) => access === value)
}
