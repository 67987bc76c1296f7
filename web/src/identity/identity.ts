/** Who sits in front of this tab, and how that changes. Pure decisions; `session-store.ts` carries them out. */
import type { MyAgent, User } from 'souk-contract'
import type { SoukError } from 'souk-sdk'

export type Identity =
  | { readonly state: 'unknown'; readonly error?: SoukError }
  | { readonly state: 'stranger' }
  | { readonly state: 'person'; readonly user: User; readonly agents: readonly MyAgent[] }
  /** Signed out somewhere else, or the session has expired. */
  | { readonly state: 'ended'; readonly userId: string }
  /** Another account has signed in, in another tab of this browser. */
  | { readonly state: 'replaced'; readonly userId: string }

/** What the server says about the cookie. */
export type Found =
  | { readonly kind: 'person'; readonly user: User; readonly agents: readonly MyAgent[] }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unreachable'; readonly error: SoukError }

/** A tab that showed one account never turns into another one by itself. */
export function settle(before: Identity, found: Found): Identity {
  const userId = personOf(before)
  if (found.kind === 'unreachable')
    return before.state === 'unknown' ? { state: 'unknown', error: found.error } : before
  if (found.kind === 'nobody')
    return userId === undefined ? { state: 'stranger' } : { state: 'ended', userId }
  if (userId !== undefined && userId !== found.user.id) return { state: 'replaced', userId }
  return { state: 'person', user: found.user, agents: found.agents }
}

/** Before the server confirms it, another tab's word is enough to take data off the screen. */
export function heard(before: Identity, marker: string | undefined): Identity {
  const userId = personOf(before)
  if (userId === undefined || userId === marker) return before
  return { state: marker === undefined ? 'ended' : 'replaced', userId }
}

/** Whose data this tab shows or showed. */
export function personOf(identity: Identity): string | undefined {
  switch (identity.state) {
    case 'person':
      return identity.user.id
    case 'ended':
    case 'replaced':
      return identity.userId
    case 'unknown':
    case 'stranger':
      return undefined
  }
}
