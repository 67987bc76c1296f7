/** Identity of this tab: pure state transitions, applied by `session-store.ts`. */
import type { MyAgent, OperatorRole, User } from 'souk-contract'
import type { SoukError } from 'souk-sdk'

interface SignedInPerson {
  readonly user: User
  readonly agents: readonly MyAgent[]
  /** Null for everyone but operators. */
  readonly operatorRole: OperatorRole | null
  /** Latest event when the session was checked. */
  readonly lastEventId: string
  /** In milliseconds, by the clock of the device. */
  readonly checkedAt: number
}

export type Identity =
  | { readonly state: 'unknown'; readonly error?: SoukError }
  | { readonly state: 'anonymous' }
  | ({ readonly state: 'person' } & SignedInPerson)
  /** Signed out elsewhere, or the session expired. */
  | { readonly state: 'ended'; readonly userId: string }
  /** Another account signed in, in another tab of this browser. */
  | { readonly state: 'replaced'; readonly userId: string }

/** Result of asking the server whose session the cookie holds. */
export type SessionCheck =
  | ({ readonly kind: 'person' } & SignedInPerson)
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'unreachable'; readonly error: SoukError }

const resumeMsMax = 60_000

/** The event after which a new stream starts; undefined if so much may have happened since that loading again is cheaper. */
export function resumePoint(identity: Identity, now: number): string | undefined {
  if (identity.state !== 'person' || now - identity.checkedAt > resumeMsMax) return undefined
  return identity.lastEventId
}

/** A tab that has shown one account never switches to another one without a click. */
export function nextIdentity(before: Identity, check: SessionCheck): Identity {
  const userId = userIdOf(before)
  if (check.kind === 'unreachable')
    return before.state === 'unknown' ? { state: 'unknown', error: check.error } : before
  if (check.kind === 'anonymous')
    return userId === undefined ? { state: 'anonymous' } : { state: 'ended', userId }
  if (userId !== undefined && userId !== check.user.id) return { state: 'replaced', userId }
  const { kind: _kind, ...person } = check
  return { state: 'person', ...person }
}

/** Hides data as soon as another tab signs out or in, before the server has confirmed it. */
export function applyMarker(before: Identity, marker: string | undefined): Identity {
  const userId = userIdOf(before)
  if (userId === undefined || userId === marker) return before
  return { state: marker === undefined ? 'ended' : 'replaced', userId }
}

/** The person whose data this tab shows or has shown. */
function userIdOf(identity: Identity): string | undefined {
  switch (identity.state) {
    case 'person':
      return identity.user.id
    case 'ended':
    case 'replaced':
      return identity.userId
    case 'unknown':
    case 'anonymous':
      return undefined
  }
}
