import { Navigate, useSearchParams } from 'react-router'
import { nextPlace } from '../../lib/redirect-target.ts'
import type { Session } from '../../session.ts'

/** Signed in: on to where the person was going. */
export function Onward({ session }: { session: Extract<Session, { state: 'person' }> }) {
  const [search] = useSearchParams()
  const usual = session.agents.length === 0 ? '/settings/agents?first' : '/my-work'
  return <Navigate to={nextPlace(search.get('next'), usual)} replace />
}
