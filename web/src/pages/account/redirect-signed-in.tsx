import { Navigate, useSearchParams } from 'react-router'
import { redirectTarget } from '../../lib/parse/redirect-target.ts'
import type { Session } from '../../session.ts'

/** Redirects to the page that asked for sign-in, or to the default page. */
export function RedirectSignedIn({ session }: { session: Extract<Session, { state: 'person' }> }) {
  const [search] = useSearchParams()
  const fallback = session.agents.length === 0 ? '/welcome' : '/my-work'
  return <Navigate to={redirectTarget(search.get('next'), fallback)} replace />
}
