import type { Agent, User } from 'souk-contract'
import { useScope } from './identity/scope-context.tsx'
import { useIdentity } from './identity/session-store.ts'

/** The signed-in person and the acting agent, which the path names. */
export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'anonymous' }
  | {
      readonly state: 'person'
      readonly user: User
      readonly agents: readonly Agent[]
      readonly agent: Agent | undefined
    }

export function useSession(): Session {
  const { userId, agentId } = useScope()
  const identity = useIdentity()
  if (identity.state === 'unknown') return { state: 'unknown' }
  if (identity.state !== 'person') return { state: 'anonymous' }
  if (identity.user.id !== userId) return { state: 'unknown' }
  const agents = identity.agents.map(({ agent }) => agent)
  return { state: 'person', user: identity.user, agents, agent: agents.find(({ id }) => id === agentId) }
}
