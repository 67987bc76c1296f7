import type { Id } from '../lib/ids.ts'
import { second } from '../lib/clock.ts'

/** When the software of each agent was last seen. A call waits for a reply only while the provider is online. */
export interface Presence {
  markSeen(agentId: Id<'agt'>, at: Date): void
  /** Last seen on this node; sightings of other nodes are in the database. */
  lastSeen(agentId: Id<'agt'>): Date | undefined
  /** Sightings since the previous call, for the worker that saves them for other nodes. */
  drain(): { readonly agentId: Id<'agt'>; readonly at: Date }[]
}

/** An agent is online for this long after its software polled or was connected. */
export const onlineMs = 30 * second

const agentsMax = 50_000

export function createPresence(): Presence {
  const seen = new Map<Id<'agt'>, Date>()
  const unsaved = new Set<Id<'agt'>>()
  return {
    markSeen: (agentId, at) => {
      seen.delete(agentId)
      seen.set(agentId, at)
      unsaved.add(agentId)
      const [oldest] = seen.keys()
      if (seen.size > agentsMax && oldest !== undefined) seen.delete(oldest)
    },
    lastSeen: (agentId) => seen.get(agentId),
    drain: () => {
      const drained = [...unsaved]
        .toSorted()
        .map((agentId) => ({ agentId, at: seen.get(agentId) ?? new Date(0) }))
      unsaved.clear()
      return drained
    },
  }
}
