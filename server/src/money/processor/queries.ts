import type { Insertable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'

/** Once per event id. */
export async function insertEvents(
  tx: Tx,
  events: readonly Insertable<Schema['processor_events']>[],
): Promise<void> {
  await tx
    .insertInto('processor_events')
    .values([...events])
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute()
}
