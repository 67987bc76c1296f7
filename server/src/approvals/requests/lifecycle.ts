import type { ApprovalState } from 'souk-contract'
import { fail } from '../../failure.ts'

interface ApprovalStatus {
  readonly state: ApprovalState
  readonly expires_at: Date
}

/** A request is expired after its deadline, even before the worker has stored that. */
export function stateAt({ state, expires_at }: ApprovalStatus, now: Date): ApprovalState {
  return state === 'pending' && expires_at <= now ? 'expired' : state
}

/** Only pending requests can be decided. */
export function requireOpen(approval: ApprovalStatus, now: Date): void {
  const state = stateAt(approval, now)
  switch (state) {
    case 'pending':
      return
    case 'expired':
      return fail('gone', 'The request has expired.', 'Have the agent repeat its request.')
    case 'approved':
    case 'denied':
    case 'done':
    case 'failed':
      return fail('conflict', `The request is already ${state}.`, 'Reload the list of approvals.')
  }
}
