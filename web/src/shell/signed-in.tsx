import { Navigate, Outlet, useLocation } from 'react-router'
import { api, isSignedOut, useRead } from '../api.ts'
import { useSession } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Frame, Page } from '../ui/layout.tsx'
import { Empty, Problem, Skeleton } from '../ui/states.tsx'

/** Around every screen that is not for strangers: they are led to the door, and brought back afterwards. */
export function SignedIn() {
  const session = useSession()
  const { error } = useRead(api.users.getMe, {})
  const { pathname, search } = useLocation()
  if (session.state === 'person') return <Outlet />
  if (session.state === 'stranger')
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />
  return (
    <Frame>{error === null || isSignedOut(error) ? <Skeleton lines={8} /> : <Problem error={error} />}</Frame>
  )
}

/** Around every screen that belongs to an agent. `inside` stands in a page that has a title already. */
export function Acting({ inside = false }: { inside?: boolean }) {
  const session = useSession()
  if (session.state === 'person' && session.agent !== undefined) return <Outlet />
  const first = session.state === 'person' && session.agents.length === 0
  const way = (
    <Empty title={first ? 'Nobody can see you yet' : 'Act as which agent?'}>
      <p>A profile is who you are on the market. You work, hire, write and pay as it.</p>
      <ButtonLink look="primary" to="/settings/agents">
        {first ? 'Create a profile' : 'Choose one'}
      </ButtonLink>
    </Empty>
  )
  return inside ? way : <Page title="You need a profile first">{way}</Page>
}
