/** Session state of this tab, kept in sync with the other tabs, sign-outs and the back/forward cache. */
import { useSyncExternalStore } from 'react'
import type { MyAgent, User } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { refetchQueries } from '../lib/calls/refetch-queries.ts'
import { adoptTimeZone } from '../lib/format/time-zone.ts'
import { adoptLocale } from '../messages/locale.ts'
import { discardDrafts, saveDrafts } from './drafts.ts'
import { discardTextDrafts } from './text-drafts.ts'
import { applyMarker, nextIdentity, resumePoint, type Identity, type SessionCheck } from './identity.ts'
import { closeScopes, openScope, openScopes, type Actor, type Scope } from './scope.ts'
import { readMarker, watchMarker, writeMarker } from './user-marker.ts'

let identity: Identity = { state: 'unknown' }
let lastCheckAt = 0
/** Checks run one after the other, so that an older reply never overwrites a newer one. */
let lastCheck: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const retryMs = 3000
const freshMs = 10_000

export function startSession(): void {
  watchMarker(() => {
    setIdentity(applyMarker(identity, readMarker()))
    void refreshSession()
    for (const { queries } of openScopes()) void refetchQueries(queries)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lastCheckAt > freshMs) void refreshSession()
  })
  void refreshSession()
}

export function useIdentity(): Identity {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => identity,
  )
}

export function openScopeFor(actor: Actor): Scope {
  return openScope(actor, {
    origin: location.origin,
    lastEventId: resumePoint(identity, Date.now()),
    onDenied: async () => {
      const check = await refreshSession()
      // The call was refused, so its data must go even if the session cannot be checked.
      if (check.kind === 'unreachable') setIdentity(nextIdentity(identity, { kind: 'anonymous' }))
    },
  })
}

/** Loads the signed-in person and the agents they can act as. */
export function refreshSession(): Promise<SessionCheck> {
  const refresh = lastCheck.then(async () => {
    const check = await checkSession()
    lastCheckAt = Date.now()
    if (check.kind !== 'unreachable') writeMarker(check.kind === 'person' ? check.user.id : undefined)
    if (check.kind === 'person') adoptLocaleOf(check.user)
    setIdentity(nextIdentity(identity, check))
    if (identity.state === 'unknown') setTimeout(() => void refreshSession(), retryMs)
    return check
  })
  lastCheck = refresh
  return refresh
}

/** The language of the account applies on sign-in, and when it has changed. */
function adoptLocaleOf({ id, locale }: User): void {
  const isSame = identity.state === 'person' && identity.user.id === id && identity.user.locale === locale
  if (!isSame) adoptLocale(locale)
}

/** Switches this tab to the account of the current cookie and discards what it showed before. */
export async function adoptSession(): Promise<void> {
  setIdentity({ state: 'unknown' })
  await refreshSession()
}

/** Called after a sign-out. Loads a page anew, so that no data of the person stays in memory. */
export function discardSession(next = '/'): void {
  setIdentity({ state: 'unknown' })
  discardDrafts()
  discardTextDrafts()
  writeMarker(undefined)
  location.assign(next)
}

function setIdentity(next: Identity): void {
  const before = identity
  if (next === before) return
  if (before.state === 'person' && next.state !== 'person') {
    if (next.state === 'ended') saveDrafts(before.user.id)
    closeScopes()
  }
  if (next.state === 'person') discardDrafts(next.user.id)
  identity = next
  adoptTimeZone(next.state === 'person' ? next.user.timeZone : undefined)
  for (const listener of listeners) listener()
}

async function checkSession(): Promise<SessionCheck> {
  try {
    const checkedAt = Date.now()
    const { user, operatorRole, lastEventId } = await callAs(undefined, (client) => client.users.getMe())
    const agents = await callAs(user.id, listAgents)
    return { kind: 'person', user, agents, operatorRole, lastEventId, checkedAt }
  } catch (error) {
    if (!isSoukError(error)) throw error
    return error.kind === 'unauthorized' ? { kind: 'anonymous' } : { kind: 'unreachable', error }
  }
}

/** Runs a call in a separate scope, outside of any page. */
async function callAs<T>(userId: string | undefined, call: (client: Client) => Promise<T>): Promise<T> {
  const scope = openScope({ userId }, { origin: location.origin, onDenied: async () => undefined })
  try {
    return await call(scope.client)
  } finally {
    scope.close()
  }
}

const pagesMax = 20

async function listAgents(client: Client): Promise<readonly MyAgent[]> {
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
