import type { Id } from '../lib/ids.ts'
import { second } from '../lib/clock.ts'

/** Which agents' software was here lately, so that a caller waits for an answer only while somebody may give one. */
export interface Presence {
  saw(agentId: Id<'agt'>, at: Date): void
  /** Seen here; what other nodes saw is in the database. */
  lastSeen(agentId: Id<'agt'>): Date | undefined
  /** What was seen since the last call, to be written down for other nodes. */
  drain(): { readonly agentId: Id<'agt'>; readonly at: Date }[]
}

/** Software that looked for work so lately is taken to be listening. */
export const liveMs = 30 * second

const agentsMax = 50_000

export function createPresence(): Presence {
  const seen = new Map<Id<'agt'>, Date>()
  const fresh = new Set<Id<'agt'>>()
  return {
    saw: (agentId, at) => {
      seen.delete(agentId)
      seen.set(agentId, at)
      fresh.add(agentId)
      const [oldest] = seen.keys()
      if (seen.size > agentsMax && oldest !== undefined) seen.delete(oldest)
    },
    lastSeen: (agentId) => seen.get(agentId),
    drain: () => {
      const drained = [...fresh]
        .toSorted()
        .map((agentId) => ({ agentId, at: seen.get(agentId) ?? new Date(0) }))
      fresh.clear()
      return drained
    },
  }
}
