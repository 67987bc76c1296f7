import type { ApprovalState } from 'souk-contract'
import { fail } from '../../failure.ts'

interface Standing {
  readonly state: ApprovalState
  readonly expires_at: Date
}

/** A request past its time is expired, whether or not a worker has written it down. */
export function stateAt({ state, expires_at }: Standing, now: Date): ApprovalState {
  return state === 'pending' && expires_at <= now ? 'expired' : state
}

/** Only what is pending can be decided, and only once. */
export function requireOpen(approval: Standing, now: Date): void {
  const state = stateAt(approval, now)
  switch (state) {
    case 'pending':
      return
    case 'expired':
      return fail('gone', 'This request has expired.', 'Let the agent ask again.')
    case 'approved':
    case 'denied':
    case 'done':
    case 'failed':
      return fail(
        'conflict',
        `This request has been decided: it is ${state}.`,
        'Read it with GET /approvals.',
      )
  }
}
