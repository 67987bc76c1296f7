import { createHash } from 'node:crypto'
import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { inPieces } from '../../../lib/pieces.ts'
import { zip } from '../../../lib/zip.ts'
import { enqueueMail } from '../../../mails/enqueue-mail.ts'
import { insertBlob, markStored } from '../../files/part-queries.ts'
import { partSize } from '../../files/rules.ts'
import { getUser } from '../queries.ts'
import { exportEntries } from './export-entries.ts'
import {
  deleteExport,
  discardParts,
  finishExport,
  holdLease,
  insertExportPart,
  leaseExport,
  lockExpiredExports,
  type ExportRow,
} from './queries.ts'
import { attemptsMax, keptMs } from './rules.ts'

const expiredPerRun = 50

type Parts = Pick<Context, 'store' | 'ports' | 'log'>

/** Deletes expired archives, then builds one. An archive that fails is tried again after its lease. */
export async function buildExports(context: Parts): Promise<number> {
  const expired = await context.store.write(async (tx) => {
    const ids = await lockExpiredExports(tx, expiredPerRun)
    for (const userId of ids) await deleteExport(tx, userId)
    return ids.length
  })
  const row = await context.store.write(takeExport)
  if (row === undefined) return expired
  await build(context, row).catch((error: unknown) => {
    context.log.warn({ user: row.user_id, attempt: row.attempt, error: String(error) }, 'export failed')
  })
  return expired + 1
}

/** Leases an archive without the parts of a former attempt, or gives it up. */
async function takeExport(tx: Tx): Promise<ExportRow | undefined> {
  const row = await leaseExport(tx)
  if (row === undefined) return undefined
  await discardParts(tx, row.user_id)
  if (row.attempt <= attemptsMax) return row
  await finishExport(tx, row.user_id, { state: 'failed', expires_at: after(tx.now, keptMs) })
  return undefined
}

/** The archive is stored part by part, so that its size needs no memory. */
async function build({ store, ports: { blobs } }: Parts, row: ExportRow): Promise<void> {
  const now = await store.read(async (reader) => reader.now)
  const entries = exportEntries({ store, blobs, userId: row.user_id, now })
  const whole = createHash('sha256')
  let size = 0
  let number = 0
  for await (const bytes of inPieces(zip(entries), partSize)) {
    whole.update(bytes)
    size += bytes.length
    number++
    const facts = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest() }
    const { blobId, name } = await store.write(async (tx) => {
      const created = { blobId: newId('blob', tx.now), name: tx.settings.fileStore }
      await insertBlob(tx, created.blobId, created.name)
      return created
    })
    await blobs.of(name).put(blobId, { [Symbol.asyncIterator]: () => only(bytes) }, facts)
    const part = { user_id: row.user_id, number, blob_id: blobId, ...facts }
    // Without the lease, the abandoned blob is deleted when its writing time is over.
    if (!(await store.write((tx) => addPart(tx, row, part)))) return
  }
  await store.write((tx) => complete(tx, row, { size, sha256: whole.digest() }))
}

/** A store can read the bytes several times. */
async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function addPart(
  tx: Tx,
  row: ExportRow,
  part: Parameters<typeof insertExportPart>[1],
): Promise<boolean> {
  if (!(await holdLease(tx, row)) || !(await markStored(tx, part.blob_id))) return false
  await insertExportPart(tx, part)
  return true
}

async function complete(
  tx: Tx,
  row: ExportRow,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> {
  if (!(await holdLease(tx, row))) return
  const userId = row.user_id
  const expiresAt = after(tx.now, keptMs)
  await finishExport(tx, userId, {
    state: 'ready',
    size: BigInt(size),
    sha256,
    ready_at: tx.now,
    expires_at: expiresAt,
  })
  const { email } = await getUser(tx, userId)
  const until = expiresAt.toISOString()
  await enqueueMail(tx, { kind: 'export-ready', to: email, facts: { until } })
  await record(tx, systemCaller, { action: 'export.completed', target: userId, details: { size } })
}
