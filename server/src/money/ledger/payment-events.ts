import type { Telling } from '../../events/outbox.ts'
import type { Id } from '../../lib/ids.ts'

/** Tells an agent that its balance, a payment or a payout has changed; what it is now, it reads. */
export function tellPayments({ tell }: Pick<Telling, 'tell'>, agentId: Id<'agt'>): void {
  tell({ kind: 'payments.changed', agentId, data: { agentId } })
}
