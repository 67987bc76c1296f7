import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Actor, Scope } from './scope.ts'
import { openScopeFor } from './session-store.ts'

const Place = createContext<Scope | undefined>(undefined)

/** Whom the calls of this screen are made for. */
export function useScope(): Scope {
  const scope = useContext(Place)
  if (scope === undefined) throw new Error('This screen has no scope around it.')
  return scope
}

/** Everything inside reads and acts for one actor; another actor gets screens, data and streams of its own. */
export function ActAs({ userId, agentId, handle, children }: Actor & { readonly children: ReactNode }) {
  const [scope, setScope] = useState<Scope>()
  useEffect(() => {
    const opened = openScopeFor({ userId, agentId, handle })
    setScope(opened)
    return () => opened.end()
  }, [userId, agentId, handle])
  const fits = scope?.userId === userId && scope?.agentId === agentId && scope?.handle === handle
  if (scope === undefined || !fits) return null
  return (
    <Place key={agentId ?? userId ?? ''} value={scope}>
      {children}
    </Place>
  )
}
