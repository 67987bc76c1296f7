import type { AdminContract, Reply } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { StoreName } from '../../db/tables/file-tables.ts'
import { fail } from '../../failure.ts'
import { after as later, hour } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import type { BlobStores } from '../../ports/blobs/blob-store.ts'
import { partCountOutside, partsOutside, replaceBlob } from './move-queries.ts'
import { discardBlob, insertBlob, markStored, type PartRow } from './part-queries.ts'
import { readParts } from './content/read-parts.ts'

type MoveFiles = AdminContract['files']['moveFiles']

interface Move {
  readonly part: PartRow
  readonly blobId: Id<'blob'>
}

interface MoveIntent {
  readonly to: StoreName
  readonly moves: readonly Move[]
  readonly position: { readonly fileId: string; readonly number: number }
}

const partsPerCall = 8
/** Downloads in progress still read the old bytes. */
const graceMs = hour

/** Copies parts as new blobs and then exchanges them, so that a crash leaves every part in exactly one store. */
export const moveFiles = remote<MoveFiles, MoveIntent, readonly Move[]>({
  intend: async (tx, _caller, { to, after }) => {
    if (to === 's3' && tx.settings.fileStore !== 's3') {
      fail(
        'unprocessable',
        '"to" is "s3", but no object storage is configured.',
        'Set STORAGE_URL on every node.',
      )
    }
    const start = positionIn(after)
    const parts = await partsOutside(tx, to, start, partsPerCall)
    const moves = parts.map((part) => ({ part, blobId: newId('blob', tx.now) }))
    for (const { blobId } of moves) await insertBlob(tx, blobId, to)
    const last = parts.at(-1)
    return { to, moves, position: last === undefined ? start : { fileId: last.file_id, number: last.number } }
  },
  call: async ({ blobs }, { to, moves }) => {
    const copied: Move[] = []
    for (const move of moves) if (await copy(blobs, to, move)) copied.push(move)
    return copied
  },
  record: async (tx, caller, { to, moves, position }, copied) => {
    const moved: PartRow[] = []
    for (const { part, blobId } of copied) {
      const replaced = (await markStored(tx, blobId)) && (await replaceBlob(tx, part, blobId))
      await discardBlob(tx, replaced ? part.blob_id : blobId, replaced ? later(tx.now, graceMs) : tx.now)
      if (replaced) moved.push(part)
    }
    const failed = moves.filter((move) => !copied.includes(move))
    for (const { blobId } of failed) await discardBlob(tx, blobId)
    if (moved.length > 0) {
      await record(tx, caller, { action: 'files.moved', target: to, details: { parts: moved.length } })
    }
    const remaining = await partCountOutside(tx, to, position)
    return summarize({ moved, failed, remaining, next: `${position.fileId}/${position.number}` })
  },
})

function summarize(result: {
  moved: readonly PartRow[]
  failed: readonly Move[]
  remaining: number
  next: string
}): Reply<MoveFiles> {
  const { moved, failed, remaining, next } = result
  return {
    moved: moved.length,
    bytes: moved.reduce((sum, { size }) => sum + size, 0),
    failed: [...new Set(failed.map(({ part }) => part.file_id))],
    remaining,
    next: remaining === 0 ? null : next,
  }
}

/** Returns false if the bytes cannot be read or written; the other parts are still moved. */
async function copy(blobs: BlobStores, to: StoreName, { part, blobId }: Move): Promise<boolean> {
  const { size, sha256 } = part
  const bytes = { [Symbol.asyncIterator]: () => readParts(blobs, [part], { start: 0, end: size }) }
  return blobs
    .of(to)
    .put(blobId, bytes, { size, sha256 })
    .then(
      () => true,
      () => false,
    )
}

function positionIn(after: string | undefined): MoveIntent['position'] {
  const [, fileId = '', number = '0'] = /^(file_\w{1,40})\/(\d{1,9})$/.exec(after ?? '') ?? []
  if (after !== undefined && fileId === '') {
    fail(
      'bad-request',
      '"after" must be the "next" of a previous call.',
      'Omit "after" to start from the beginning.',
    )
  }
  return { fileId, number: Number(number) }
}
