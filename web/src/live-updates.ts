/** An event tells what may have changed; this is the only place that knows what to read again. */
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Group } from './api.ts'
import { useScope } from './identity/scope-context.tsx'
import type { Scope } from './identity/scope.ts'

const readAgain: Readonly<Record<string, readonly Group[]>> = {
  task: ['tasks', 'listings', 'artifacts', 'payments', 'notifications', 'feed'],
  listing: ['listings', 'feed'],
  thread: ['threads', 'notifications'],
  payments: ['payments', 'payouts', 'tasks'],
  payout: ['payouts', 'notifications'],
  approval: ['approvals', 'notifications'],
  connection: ['connections', 'feed', 'notifications'],
  post: ['posts', 'feed', 'notifications'],
  agent: ['agents', 'trust', 'notifications'],
  webhook: ['webhooks', 'notifications'],
  authority: ['agents', 'keys', 'notifications'],
  key: ['keys', 'notifications'],
}

export type Line = 'open' | 'waiting'

/** Follows what happens to the agent of the screen, across cuts and restarts, for as long as it is shown. */
export function useLive(): Line {
  const scope = useScope()
  const [line, setLine] = useState<Line>('waiting')
  useEffect(() => {
    if (scope.agentId === undefined) return undefined
    const ending = new AbortController()
    void follow(scope, AbortSignal.any([ending.signal, scope.signal]), setLine)
    return () => ending.abort()
  }, [scope])
  return line
}

async function follow(
  { client, queries }: Scope,
  signal: AbortSignal,
  tell: (line: Line) => void,
): Promise<void> {
  let cut = false
  const options = {
    signal,
    onOpen: () => {
      tell('open')
      // Whatever was missed while the line was down is read again as a whole.
      if (cut) void queries.invalidateQueries()
      cut = false
    },
    onReconnect: () => {
      cut = true
      tell('waiting')
    },
  }
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const { event } of client.notifications.streamDashboard({}, options)) {
        failures = 0
        refresh(queries, event)
      }
    } catch {
      cut = true
      tell('waiting')
      if (!signal.aborted) await pause(signal, failures)
    }
  }
}

export function refresh(client: QueryClient, event: string): void {
  const [about = ''] = event.split('.')
  for (const group of readAgain[about] ?? []) void client.invalidateQueries({ queryKey: [group] })
}

const pauseMs = 5000
const pauseMsMax = 60_000

/** A refusal ends the scope when it is final; otherwise it is asked about less and less often. */
function pause(signal: AbortSignal, failures: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(pauseMs * 2 ** failures, pauseMsMax))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
