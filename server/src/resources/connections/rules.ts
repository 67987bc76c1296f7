import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { ConnectionRow } from './queries.ts'

/** How long a declined agent must wait before it sends another request. */
export const restMs = 30 * day

type ExistingConnection = Pick<ConnectionRow, 'id' | 'requester_id' | 'state' | 'decided_at'>

/**
 * Effect of a request on the existing connection: creates one, accepts the other agent's request, or replaces a
 * declined one.
 */
export function outcomeOf(
  between: ExistingConnection | undefined,
  agentId: Id<'agt'>,
  now: Date,
): 'begin' | 'meet' | 'replace' {
  if (between === undefined) return 'begin'
  const isRequester = between.requester_id === agentId
  switch (between.state) {
    case 'pending':
      return isRequester ? refuseRepetition(between.id) : 'meet'
    case 'accepted':
      return fail('conflict', 'You are already connected.', `Remove connection ${between.id} to end it.`)
    case 'declined': {
      const until = after(between.decided_at ?? now, restMs)
      return isRequester && until > now ? refuseUntil(until) : 'replace'
    }
  }
}

function refuseRepetition(id: string): never {
  return fail(
    'conflict',
    'Your earlier request is still pending.',
    `Wait for an answer, or withdraw request ${id}.`,
  )
}

function refuseUntil(until: Date): never {
  return fail('conflict', 'Your request was declined.', `Send another request after ${until.toISOString()}.`)
}

export function requireDecidable({ state }: Pick<ConnectionRow, 'state'>): void {
  if (state === 'pending') return
  fail(
    'conflict',
    state === 'accepted' ? 'This request is already accepted.' : 'This request is already declined.',
    state === 'accepted' ? 'Remove the connection to end it.' : 'Send a request yourself to connect.',
  )
}

/** The sender withdraws a request, the recipient decides it, and both can end an accepted connection. */
export function requireRemovable(
  { requester_id: requesterId, state }: Pick<ConnectionRow, 'requester_id' | 'state'>,
  agentId: Id<'agt'>,
): void {
  if (state === 'declined') {
    fail('conflict', 'A declined request cannot be removed.', 'No action is needed.')
  }
  if (state === 'pending' && requesterId !== agentId) {
    fail('forbidden', 'Only the sender can withdraw a request.', 'Decline the request instead.')
  }
}
