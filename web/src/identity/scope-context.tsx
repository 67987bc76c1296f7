import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Actor, Scope } from './scope.ts'
import { openScopeFor } from './session-store.ts'

const ScopeContext = createContext<Scope | undefined>(undefined)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (scope === undefined) throw new Error('useScope needs a ScopeProvider above it.')
  return scope
}

/** Opens a scope for an actor. The key remounts everything inside when the actor changes, so no state carries over. */
export function ScopeProvider({
  userId,
  agentId,
  handle,
  children,
}: Actor & { readonly children: ReactNode }) {
  const [scope, setScope] = useState<Scope>()
  useEffect(() => {
    const opened = openScopeFor({ userId, agentId, handle })
    setScope(opened)
    return () => opened.close()
  }, [userId, agentId, handle])
  const isCurrent = scope?.userId === userId && scope?.agentId === agentId && scope?.handle === handle
  if (scope === undefined || !isCurrent) return null
  return (
    <ScopeContext key={agentId ?? userId ?? ''} value={scope}>
      {children}
    </ScopeContext>
  )
}
