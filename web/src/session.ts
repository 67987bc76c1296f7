import type { Agent, User } from 'souk-contract'
import { api, isSignedOut, useRead } from './api.ts'

/** Who sits in front of the screen, and as which agent. */
export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'stranger' }
  | {
      readonly state: 'person'
      readonly user: User
      readonly agents: readonly Agent[]
      readonly agent: Agent | undefined
    }

export function useSession(): Session {
  const me = useRead(api.users.getMe, {})
  const mine = useRead(api.users.listMyAgents, { limit: 100 }, { enabled: me.data !== undefined })
  if (isSignedOut(me.error)) return { state: 'stranger' }
  if (me.data === undefined || mine.data === undefined) return { state: 'unknown' }
  return {
    state: 'person',
    user: me.data.user,
    agents: mine.data.items.map(({ agent }) => agent),
    agent: mine.data.items.find(({ active }) => active)?.agent,
  }
}
