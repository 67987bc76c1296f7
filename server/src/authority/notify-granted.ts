import type { EventData } from 'souk-contract'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

/** Notifies the people of an agent that a new person or key can act as it. */
export function notifyGranted(tx: Tx, agentId: Id<'agt'>, granted: EventData<'authority.granted'>): void {
  tx.emit({ kind: 'authority.granted', agentId, subject: granted.id, data: granted })
}
