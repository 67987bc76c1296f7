import type { Invitation } from 'souk-contract'
import { fail } from '../../failure.ts'
import { day } from '../../lib/clock.ts'

type State = Invitation['state']

export const invitationLifetimeMs = 14 * day

/** `expired` is never stored: a pending invitation expires by time. */
export interface InvitationTimes {
  readonly state: Exclude<State, 'expired'>
  readonly expires_at: Date
}

export function stateAt({ state, expires_at: expiresAt }: InvitationTimes, now: Date): State {
  return state === 'pending' && expiresAt <= now ? 'expired' : state
}

/** Resulting states. Only a pending invitation can be answered or withdrawn. */
const outcomes = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const

type Step = keyof typeof outcomes

interface End {
  readonly detail: string
  readonly refusals: Record<Step, 'conflict' | 'gone'>
}

const afterAnswer = { accept: 'conflict', decline: 'conflict', withdraw: 'conflict' } as const
const afterExpiry = { accept: 'gone', decline: 'gone', withdraw: 'conflict' } as const

const ends: Record<Exclude<State, 'pending'>, End> = {
  accepted: { detail: 'This invitation was accepted.', refusals: afterAnswer },
  declined: { detail: 'This invitation was declined.', refusals: afterAnswer },
  expired: { detail: 'This invitation has expired.', refusals: afterExpiry },
  withdrawn: { detail: 'This invitation was withdrawn.', refusals: afterExpiry },
}

/** The resulting state, or a refusal with its reason. */
export function outcomeOf<S extends Step>(
  invitation: InvitationTimes,
  step: S,
  now: Date,
): (typeof outcomes)[S] {
  const state = stateAt(invitation, now)
  if (state === 'pending') return outcomes[step]
  return fail(ends[state].refusals[step], ends[state].detail, 'Ask an owner or admin for a new invitation.')
}
