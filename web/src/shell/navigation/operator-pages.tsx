import { lazy, Suspense } from 'react'
import { useIdentity } from '../../identity/session-store.ts'
import { NotFound } from '../not-found.tsx'
import { Shell } from '../shell.tsx'

/** A component instead of a lazy route, so that only operators load the code of the console. */
const Console = lazy(async () => ({ default: (await import('../../operator/console.tsx')).Console }))

/** The operator console. For everyone else, its pages return 404. */
export function OperatorPages() {
  const identity = useIdentity()
  // A slow session check must not show operators a missing page.
  if (identity.state === 'unknown' && identity.error === undefined) return null
  if (identity.state !== 'person' || identity.operatorRole === null)
    return (
      <Shell>
        <NotFound />
      </Shell>
    )
  return (
    <Suspense fallback={null}>
      <Console user={identity.user} role={identity.operatorRole} />
    </Suspense>
  )
}
