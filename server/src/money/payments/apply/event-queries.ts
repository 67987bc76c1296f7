import { sql, type Selectable } from 'kysely'
import { leaseDue } from '../../../db/lease.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'

export type ProcessorEventRow = Selectable<Schema['processor_events']>

const batchSize = 50
const leaseMs = minute

/** Events that the lease takes once they are due. */
export const waitingEvents = sql<boolean>`state = 'queued'`

export async function leaseDueEvents(tx: Tx): Promise<ProcessorEventRow[]> {
  const { rows } = await leaseDue(tx, 'processor_events', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: waitingEvents,
    set: sql`attempts = attempts + 1`,
  }).execute(tx)
  return rows
}

export async function finishEvent(tx: Tx, id: string, state: 'applied' | 'failed'): Promise<void> {
  await tx
    .updateTable('processor_events')
    .set({ state, applied_at: tx.now })
    .where('event_id', '=', id)
    .execute()
}

export async function postponeEvent(tx: Tx, id: string, delayMs: number): Promise<void> {
  await tx
    .updateTable('processor_events')
    .set({ due_at: after(tx.now, delayMs) })
    .where('event_id', '=', id)
    .execute()
}
