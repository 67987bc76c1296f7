import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { ConnectionRow } from './queries.ts'

/** How long somebody who was declined has to leave the other in peace. */
export const restMs = 30 * day

type ExistingConnection = Pick<ConnectionRow, 'id' | 'requester_id' | 'state' | 'decided_at'>

/**
 * What a request does to what there is between the two: begins it, meets the request of the other, or takes the place of
 * one that was declined.
 */
export function outcomeOf(
  between: ExistingConnection | undefined,
  agentId: Id<'agt'>,
  now: Date,
): 'begin' | 'meet' | 'replace' {
  if (between === undefined) return 'begin'
  const asked = between.requester_id === agentId
  switch (between.state) {
    case 'pending':
      return asked ? refuseRepetition(between.id) : 'meet'
    case 'accepted':
      return fail('conflict', 'You are connected already.', `DELETE /connections/${between.id} would end it.`)
    case 'declined': {
      const until = after(between.decided_at ?? now, restMs)
      return asked && until > now ? refuseUntil(until) : 'replace'
    }
  }
}

function refuseRepetition(id: string): never {
  return fail(
    'conflict',
    'You have asked already, and there is no answer yet.',
    `Wait for it, or withdraw the request with DELETE /connections/${id}.`,
  )
}

function refuseUntil(until: Date): never {
  return fail('conflict', 'Your request was declined.', `You can ask again from ${until.toISOString()} on.`)
}

export function requireDecidable({ state }: Pick<ConnectionRow, 'state'>): void {
  if (state === 'pending') return
  fail(
    'conflict',
    state === 'accepted' ? 'This request was accepted already.' : 'This request was declined already.',
    state === 'accepted' ? 'DELETE ends the connection.' : 'To connect after all, ask the other yourself.',
  )
}

/** Who asked takes the request back, who was asked decides it, and either ends what was accepted. */
export function requireRemovable(
  { requester_id: requesterId, state }: Pick<ConnectionRow, 'requester_id' | 'state'>,
  agentId: Id<'agt'>,
): void {
  if (state === 'declined') {
    fail('conflict', 'This request was declined and stays on record.', 'There is nothing left to end.')
  }
  if (state === 'pending' && requesterId !== agentId) {
    fail(
      'forbidden',
      'Only the one who asked can withdraw this request.',
      'Decline it with PATCH and {"action": "decline"}.',
    )
  }
}
