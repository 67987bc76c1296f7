import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

export function notifyAccepted(
  tx: Tx,
  connectionId: Id<'con'>,
  { to, other }: { to: Id<'agt'>; other: Id<'agt'> },
): void {
  const data = { connectionId, agentId: other }
  tx.emit({ kind: 'connection.accepted', agentId: to, subject: connectionId, data })
}
