/** Live updates over the dashboard stream: the only place that maps an event to the queries it invalidates. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { eventKinds } from 'souk-contract'
import type { Group } from './api.ts'
import { useScope } from './identity/scope-context.tsx'
import type { Scope } from './identity/scope.ts'
import { createCoalescer } from './lib/calls/coalesce.ts'
import { refetchQueries } from './lib/calls/refetch-queries.ts'

type Kinds = typeof eventKinds
type DashboardKind = {
  [K in keyof Kinds]: 'dashboard' extends Kinds[K]['streams'][number] ? K : never
}[keyof Kinds]
type SubjectOf<Kind> = Kind extends `${infer Subject}.${string}` ? Subject : never

/** The queries that can change with an event, by the part of its kind before the dot. */
const invalidations: Readonly<Record<SubjectOf<DashboardKind>, readonly Group[]>> = {
  task: ['tasks', 'disputes', 'listings', 'artifacts', 'payments', 'reviews', 'notifications', 'feed'],
  listing: ['listings', 'listingInvitations', 'feed', 'notifications'],
  review: ['reviews', 'agents', 'notifications'],
  search: ['notifications'],
  thread: ['threads', 'notifications'],
  payments: ['payments', 'payouts', 'tasks'],
  payout: ['payouts', 'notifications'],
  chargeback: ['payments', 'notifications'],
  offer: ['disputes', 'tasks', 'notifications'],
  approval: ['approvals', 'notifications'],
  connection: ['connections', 'feed', 'notifications'],
  post: ['posts', 'feed', 'notifications'],
  agent: ['agents', 'trust', 'notifications'],
  moderation: ['reports', 'agents', 'trust', 'listings', 'posts', 'reviews', 'feed', 'notifications'],
  webhook: ['webhooks', 'notifications'],
  authority: ['agents', 'keys', 'notifications'],
  key: ['keys', 'notifications'],
}

type ConnectionState = 'connecting' | 'connected' | 'reconnecting'

/** Subscribes to the events of the acting agent while mounted, and reconnects when the stream breaks. */
export function useLiveUpdates(): ConnectionState {
  const scope = useScope()
  const [connection, setConnection] = useState<ConnectionState>('connecting')
  useEffect(() => {
    if (scope.agentId === undefined) return undefined
    const controller = new AbortController()
    void subscribe(scope, AbortSignal.any([controller.signal, scope.signal]), setConnection)
    return () => controller.abort()
  }, [scope])
  return useIsOnline() ? connection : 'reconnecting'
}

/** Whether the device has a network; an open stream does not notice its loss for a while. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}

/** Each refetch of a group cancels the one before it, so without a limit a stream of events would keep a page from loading anything. */
const refetchTiming = { pauseMs: 300, patienceMs: 5000 }
const done = Promise.resolve()

/** Scopes whose first stream has started: only that one resumes from the event of the scope. */
const subscribed = new WeakSet<Scope>()

async function subscribe(
  scope: Scope,
  signal: AbortSignal,
  onState: (connection: ConnectionState) => void,
): Promise<void> {
  const { client, queries } = scope
  // The first queries may be older than the stream, which then repeats what they missed. Later streams refetch all queries instead.
  let position = subscribed.has(scope) ? undefined : scope.lastEventId
  let missedEvents = position === undefined
  subscribed.add(scope)
  const refetch = createCoalescer(
    (group: Group) => (signal.aborted ? done : refetchQueries(queries, [group])),
    refetchTiming,
  )
  const options = {
    signal,
    onOpen: () => {
      onState('connected')
      // Events may have been missed while the stream was down, so every query is stale.
      if (missedEvents) void refetchQueries(queries)
      missedEvents = false
    },
    onReconnect: () => {
      missedEvents = true
      onState('reconnecting')
    },
  }
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const stream = client.notifications.streamDashboard({}, { ...options, lastEventId: position })
      position = undefined
      for await (const { event } of stream) {
        failures = 0
        for (const group of groupsOf(event)) refetch(group)
      }
    } catch {
      missedEvents = true
      onState('reconnecting')
      if (!signal.aborted) await backOff(signal, failures)
    }
  }
}

/** The server of a page that has been open for long can send kinds that the page does not know. */
function groupsOf(event: string): readonly Group[] {
  const known: Readonly<Record<string, readonly Group[]>> = invalidations
  const [subject = ''] = event.split('.')
  return known[subject] ?? []
}

const backoffMs = 5000
const backoffMsMax = 60_000

/** Exponential backoff after a refusal. The end of the session closes the scope, which aborts the signal. */
function backOff(signal: AbortSignal, failures: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(backoffMs * 2 ** failures, backoffMsMax))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
