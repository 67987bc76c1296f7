import type { OutboxWriter } from '../../events/outbox.ts'
import type { Id } from '../../lib/ids.ts'

/** Notifies an agent that its balance, a payment or a payout has changed; clients re-read it. */
export function emitPaymentsChanged({ emit }: Pick<OutboxWriter, 'emit'>, agentId: Id<'agt'>): void {
  emit({ kind: 'payments.changed', agentId, data: { agentId } })
}
