/** How far a person has seen the timelines of their latest tasks; kept on this device for each agent. */
import { useEffect, useState } from 'react'
import { useScope } from '../../identity/scope-context.tsx'

const tasksMax = 300

/** Time of the last entry that was shown at the previous visit; undefined at the first one. */
export function useSeenUpTo(taskId: string, latestAt: string | undefined): string | undefined {
  const { agentId = '' } = useScope()
  const [seenUpTo] = useState(() => read(agentId).get(taskId))
  useEffect(() => {
    if (latestAt === undefined) return
    const seen = read(agentId)
    // The tasks are in the order of the last visit.
    seen.delete(taskId)
    seen.set(taskId, latestAt)
    localStorage.setItem(keyOf(agentId), JSON.stringify([...seen].slice(-tasksMax)))
  }, [agentId, taskId, latestAt])
  return seenUpTo
}

const keyOf = (agentId: string) => `souk-seen ${agentId}`

function read(agentId: string): Map<string, string> {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(agentId)) ?? '[]')
  return new Map(Array.isArray(stored) ? stored.filter(isEntry) : [])
}

function isEntry(value: unknown): value is [taskId: string, at: string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}
