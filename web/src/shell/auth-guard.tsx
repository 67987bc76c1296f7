/** What stands around every screen: who the tab belongs to, decided by the address and the session together. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useParams } from 'react-router'
import type { Identity } from '../identity/identity.ts'
import { readMarker } from '../identity/marker.ts'
import { ActAs } from '../identity/scope-context.tsx'
import { refreshSession, useIdentity } from '../identity/session-store.ts'
import { baseOf, withoutAgent } from '../paths.ts'
import { Frame } from '../ui/layout.tsx'
import { Problem, Skeleton } from '../ui/states.tsx'
import { ChooseAgent, NoAccess, Replaced, SignedOut } from './access-screens.tsx'
import { Shell } from './shell.tsx'

/** What a screen needs; routes carry it as their handle. */
export type Need = 'nothing' | 'account' | 'person' | 'agent'

type Person = Extract<Identity, { state: 'person' }>

/** Around addresses below `/as/{handle}`. */
export function AgentTab() {
  const identity = useIdentity()
  const { acting: handle = '' } = useParams()
  switch (identity.state) {
    case 'person':
      return <Acting key={handle} person={identity} handle={handle} />
    case 'stranger':
      return <Leave />
    case 'unknown':
    case 'ended':
    case 'replaced':
      return <Waiting identity={identity} />
  }
}

/** The agent of the address, if this person can act as it. */
function Acting({ person, handle }: { person: Person; handle: string }) {
  const need = useNeed()
  const mine = person.agents.find(({ agent }) => agent.name === handle)
  const had = useRef(false)
  const [checked, setChecked] = useState(false)
  const isMine = mine !== undefined
  useEffect(() => {
    if (isMine) had.current = true
    // It may have been created or linked elsewhere since the list was read.
    else if (!had.current) void refreshSession().then(() => setChecked(true))
  }, [isMine])
  if (mine !== undefined)
    return (
      <ActAs userId={person.user.id} agentId={mine.agent.id} handle={handle}>
        <Screen />
      </ActAs>
    )
  // Someone else's link to a public page is read as oneself.
  if (!had.current && need === 'nothing') return <Leave />
  return (
    <ActAs userId={person.user.id}>
      <Shell>
        {had.current || checked ? (
          <NoAccess handle={handle} agents={person.agents} lost={had.current} />
        ) : (
          <Frame>
            <Skeleton lines={8} />
          </Frame>
        )}
      </Shell>
    </ActAs>
  )
}

/** The same address without the agent: public pages are for everyone, the rest leads to signing in. */
function Leave() {
  const need = useNeed()
  const { pathname, search, hash } = useLocation()
  if (need !== 'nothing') return <SignInFirst />
  return <Navigate to={withoutAgent(pathname) + search + hash} replace />
}

/** Around addresses that name no agent: those of strangers, and old ones. */
export function BareTab() {
  const identity = useIdentity()
  const need = useNeed()
  const open = need === 'account' || need === 'nothing'
  switch (identity.state) {
    case 'person':
      return <Person person={identity} need={need} />
    case 'stranger':
      return open ? <Stranger /> : <SignInFirst />
    case 'unknown':
      // A browser that nobody is signed in with need not wait to read what is public.
      return open && readMarker() === undefined ? <Stranger /> : <Waiting identity={identity} />
    case 'ended':
    case 'replaced':
      return need === 'account' ? <Stranger /> : <Waiting identity={identity} />
  }
}

function Person({ person, need }: { person: Person; need: Need }) {
  const { pathname, search, hash } = useLocation()
  const usual = person.agents.find(({ active }) => active)
  if (usual !== undefined && need !== 'account') {
    const path = pathname === '/' ? '' : pathname
    return <Navigate to={baseOf(usual.agent.name) + path + search + hash} replace />
  }
  return (
    <ActAs userId={person.user.id}>
      {need === 'agent' ? (
        <Shell>
          <ChooseAgent agents={person.agents} />
        </Shell>
      ) : (
        <Screen />
      )}
    </ActAs>
  )
}

function Stranger() {
  return (
    <ActAs>
      <Screen />
    </ActAs>
  )
}

function Screen() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

function SignInFirst() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />
}

type Closed = Exclude<Identity, { state: 'person' | 'stranger' }>

/** Nothing of anyone is shown. */
function Waiting({ identity }: { identity: Closed }) {
  return (
    <ActAs>
      <Shell>{closedScreen(identity)}</Shell>
    </ActAs>
  )
}

function closedScreen(identity: Closed): ReactNode {
  if (identity.state === 'ended') return <SignedOut />
  if (identity.state === 'replaced') return <Replaced />
  return (
    <Frame>
      {identity.error === undefined ? <Skeleton lines={8} /> : <Problem error={identity.error} />}
    </Frame>
  )
}

function useNeed(): Need {
  return (
    useMatches()
      .map(({ handle }) => handle)
      .filter(isNeed)
      .at(-1) ?? 'nothing'
  )
}

function isNeed(value: unknown): value is Need {
  return value === 'nothing' || value === 'account' || value === 'person' || value === 'agent'
}
