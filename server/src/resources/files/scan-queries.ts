import { sql } from 'kysely'
import { leaseDue } from '../../db/lease.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { FileRow } from './queries.ts'

const filesPerRun = 4
/** Longer than a scan takes. */
const leaseMs = 15 * minute

export async function leasePendingScans(tx: Tx): Promise<readonly FileRow[]> {
  const { rows } = await leaseDue(tx, 'files', {
    batchSize: filesPerRun,
    until: after(tx.now, leaseMs),
    where: sql`true`,
    set: sql`scan_attempts = scan_attempts + 1`,
  }).execute(tx)
  return rows
}

/** Returns false if the file is gone or has a verdict. */
export async function recordVerdict(tx: Tx, id: Id<'file'>, found: string | null): Promise<boolean> {
  const changed = await tx
    .updateTable('files')
    .set(
      found === null
        ? { scan: 'clean', scan_note: null, due_at: null }
        : { scan: 'quarantined', state: 'quarantined', scan_note: found, due_at: null },
    )
    .where('id', '=', id)
    .where('scan', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

const noteCharsMax = 300

export async function postponeScan(
  tx: Tx,
  id: Id<'file'>,
  { until, problem }: { readonly until: Date; readonly problem: string },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ due_at: until, scan_note: problem.slice(0, noteCharsMax) })
    .where('id', '=', id)
    .where('scan', '=', 'pending')
    .execute()
}

/** Files that the scanner refused, newest first. */
export async function quarantinedFiles(reader: Reader, page: PageRequest): Promise<FileRow[]> {
  return reader
    .selectFrom('files')
    .selectAll()
    .where('scan', '=', 'quarantined')
    .where('id', '<', idBefore('file', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}
