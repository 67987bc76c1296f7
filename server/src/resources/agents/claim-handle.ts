import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isReservedHandle, skeleton } from '../../lib/handles.ts'
import type { Id } from '../../lib/ids.ts'
import { insertHandle } from './queries.ts'

/** Reserves a handle for an agent or an organization permanently. The unique index decides races. */
export async function claimHandle(tx: Tx, handle: string, ownerId: Id<'agt'> | Id<'org'>): Promise<void> {
  if (isReservedHandle(handle)) {
    fail('unprocessable', `The handle "${handle}" is reserved.`, 'Choose another handle.')
  }
  const row = { handle, skeleton: skeleton(handle), owner_id: ownerId, created_at: tx.now }
  if (!(await insertHandle(tx, row))) {
    fail(
      'conflict',
      `The handle "${handle}" is taken or too similar to an existing one.`,
      'Choose another handle.',
    )
  }
}
