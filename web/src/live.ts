/** An event tells what may have changed; this is the only place that knows what to read again. */
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, cache, type Group } from './api.ts'

const readAgain: Readonly<Record<string, readonly Group[]>> = {
  task: ['tasks', 'listings', 'artifacts', 'payments', 'notifications', 'feed'],
  listing: ['listings', 'feed'],
  thread: ['threads', 'notifications'],
  payments: ['payments', 'payouts', 'tasks'],
  approval: ['approvals', 'notifications'],
  connection: ['connections', 'feed', 'notifications'],
  post: ['posts', 'feed', 'notifications'],
  agent: ['agents', 'trust', 'notifications'],
  webhook: ['webhooks', 'notifications'],
}

export type Line = 'open' | 'waiting'

/** Follows what happens to the agent, across cuts and restarts, for as long as the page is open. */
export function useLive(agentId: string | undefined): Line {
  const [line, setLine] = useState<Line>('waiting')
  useEffect(() => {
    if (agentId === undefined) return undefined
    const ending = new AbortController()
    void follow(ending.signal, setLine)
    return () => ending.abort()
  }, [agentId])
  return line
}

async function follow(signal: AbortSignal, tell: (line: Line) => void): Promise<void> {
  let cut = false
  const options = {
    signal,
    onOpen: () => {
      tell('open')
      // Whatever was missed while the line was down is read again as a whole.
      if (cut) void cache.invalidateQueries()
      cut = false
    },
    onReconnect: () => {
      cut = true
      tell('waiting')
    },
  }
  while (!signal.aborted) {
    try {
      for await (const { event } of api.notifications.streamDashboard({}, options)) refresh(cache, event)
    } catch {
      if (!signal.aborted) await pause(signal)
    }
  }
}

export function refresh(client: QueryClient, event: string): void {
  const [about = ''] = event.split('.')
  for (const group of readAgain[about] ?? []) void client.invalidateQueries({ queryKey: [group] })
}

/** The session may have ended or the server may be away: what is asked next finds out. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 5000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
