/** The session of this browser as this tab knows it, kept true across tabs, sign-outs and the browser's own memory. */
import { useSyncExternalStore } from 'react'
import type { MyAgent } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { dropDrafts, keepDrafts } from './drafts.ts'
import { heard, settle, type Found, type Identity } from './identity.ts'
import { readMarker, watchMarker, writeMarker } from './marker.ts'
import { endScopes, liveScopes, openScope, type Actor, type Scope } from './scope.ts'

let identity: Identity = { state: 'unknown' }
let checkedAt = 0
/** Checks run one after the other, so that an older answer never overwrites a newer one. */
let running: Promise<unknown> = Promise.resolve()
const watchers = new Set<() => void>()
const retryMs = 3000
const freshMs = 10_000

export function startSession(): void {
  watchMarker(() => {
    change(heard(identity, readMarker()))
    void refreshSession()
    for (const { queries } of liveScopes()) void queries.invalidateQueries()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > freshMs) void refreshSession()
  })
  void refreshSession()
}

export function useIdentity(): Identity {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => identity,
  )
}

export function openScopeFor(actor: Actor): Scope {
  return openScope(actor, {
    origin: location.origin,
    refused: async () => {
      const found = await refreshSession()
      // The server has just refused this person; that it cannot be asked again is no reason to go on showing data.
      if (found.kind === 'unreachable') change(settle(identity, { kind: 'nobody' }))
    },
  })
}

/** Asks the server who is there, and as whom they can act. */
export function refreshSession(): Promise<Found> {
  const check = running.then(async () => {
    const found = await look()
    checkedAt = Date.now()
    if (found.kind !== 'unreachable') writeMarker(found.kind === 'person' ? found.user.id : undefined)
    change(settle(identity, found))
    if (identity.state === 'unknown') setTimeout(() => void refreshSession(), retryMs)
    return found
  })
  running = check
  return check
}

/** Goes on as whoever the server says, and gives up what this tab showed before. */
export async function beginSession(): Promise<void> {
  change({ state: 'unknown' })
  await refreshSession()
}

/** The person has signed out in this tab: the start page is loaded anew, so that nothing of them stays in memory. */
export function leaveSession(): void {
  change({ state: 'unknown' })
  dropDrafts()
  writeMarker(undefined)
  location.assign('/')
}

function change(next: Identity): void {
  const before = identity
  if (next === before) return
  if (before.state === 'person' && next.state !== 'person') {
    if (next.state === 'ended') keepDrafts(before.user.id)
    endScopes()
  }
  if (next.state === 'person') dropDrafts(next.user.id)
  identity = next
  for (const watcher of watchers) watcher()
}

async function look(): Promise<Found> {
  try {
    const { user } = await one(undefined, (client) => client.users.getMe())
    const agents = await one(user.id, agentsOf)
    return { kind: 'person', user, agents }
  } catch (error) {
    if (!isSoukError(error)) throw error
    return error.kind === 'unauthorized' ? { kind: 'nobody' } : { kind: 'unreachable', error }
  }
}

/** One answer, outside of any screen. */
async function one<T>(userId: string | undefined, ask: (client: Client) => Promise<T>): Promise<T> {
  const scope = openScope({ userId }, { origin: location.origin, refused: async () => undefined })
  try {
    return await ask(scope.client)
  } finally {
    scope.end()
  }
}

const pagesMax = 20

async function agentsOf(client: Client): Promise<readonly MyAgent[]> {
  const agents: MyAgent[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const { items, nextCursor } = await client.users.listMyAgents({
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    })
    agents.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return agents
}
