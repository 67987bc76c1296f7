import { createHash } from 'node:crypto'
import type { Contract, FilePart } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { StoreName } from '../../db/tables/file-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import type { BlobFacts } from '../../ports/blobs/blob-store.ts'
import { lockFile } from './access.ts'
import { discardBlob, insertBlob, insertPart, markStored, partsOf } from './part-queries.ts'
import { updateFileRow, type FileRow } from './queries.ts'
import { sniffMediaType } from './content/file-types.ts'
import { readPartNumber, sizeOfPart, unfinishedMs, wrongPartSize } from './rules.ts'
import { viewPart } from './view.ts'

interface PartIntent {
  readonly fileId: Id<'file'>
  readonly number: number
  readonly size: number
  readonly blobId: Id<'blob'>
  readonly store: StoreName
  readonly upload: AsyncIterable<Buffer>
}

/** The media type of the first bytes. */
type PartFacts = BlobFacts & { readonly mediaType: string }

/**
 * Commits a row for the blob, writes the bytes without a transaction, then commits the part. After a crash in between,
 * a worker deletes the abandoned blob, and the upload continues with the missing part.
 */
export const uploadPart = remote<Contract['files']['uploadPart'], PartIntent, PartFacts>({
  intend: async (tx, caller, { fileId, partNumber, upload }) => {
    const file = await lockFile(tx, caller, fileId)
    requireReceivedParts(file)
    const number = readPartNumber(partNumber, file)
    const blobId = newId('blob', tx.now)
    const store = tx.settings.fileStore
    await insertBlob(tx, blobId, store)
    return { fileId: file.id, number, size: sizeOfPart(number, file), blobId, store, upload }
  },
  call: async ({ blobs }, { upload, size, blobId, store }) => {
    const facts = await measure(upload)
    if (facts.size === size) await blobs.of(store).put(blobId, upload, facts)
    return facts
  },
  record: async (tx, caller, intent, facts) => {
    const part = await savePart(tx, caller, intent, facts)
    // The refusal is returned, not thrown, so that the blob is discarded.
    if (part instanceof Failure) await discardBlob(tx, intent.blobId)
    return part instanceof Failure ? part : { part }
  },
})

async function savePart(
  tx: Tx,
  caller: AgentCaller,
  { fileId, number, size, blobId }: PartIntent,
  { mediaType, ...facts }: PartFacts,
): Promise<FilePart | Failure> {
  const file = await lockFile(tx, caller, fileId)
  if (facts.size !== size) return wrongPartSize(number, size, facts.size)
  const known = (await partsOf(tx, fileId)).find((part) => part.number === number)
  if (known !== undefined) {
    if (!known.sha256.equals(facts.sha256)) return otherContent(number)
    await discardBlob(tx, blobId)
    return viewPart(known)
  }
  requireUploading(file)
  if (!(await markStored(tx, blobId))) return otherContent(number)
  const part = { file_id: fileId, number, blob_id: blobId, ...facts, created_at: tx.now }
  await insertPart(tx, part)
  await updateFileRow(tx, fileId, {
    expires_at: after(tx.now, unfinishedMs),
    // Tells completeFile whether the file can be an image.
    ...(number === 1 ? { media_type: mediaType } : {}),
  })
  return viewPart(part)
}

async function measure(bytes: AsyncIterable<Buffer>): Promise<PartFacts> {
  const hash = createHash('sha256')
  let size = 0
  let mediaType = ''
  for await (const chunk of bytes) {
    if (size === 0) mediaType = sniffMediaType(chunk, { isComplete: false })
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest(), mediaType }
}

/** A completed file keeps its parts, so a repeated part can be compared, unless it is an image whose metadata was removed. */
function requireReceivedParts(file: FileRow): void {
  if (file.received_size !== null) requireUploading(file)
}

function requireUploading({ state }: FileRow): void {
  if (state === 'uploading') return
  fail('conflict', 'The upload of this file is complete.', 'Upload other contents as a new file.')
}

function otherContent(number: number): Failure {
  return new Failure('conflict', `Part ${number} is already stored with other bytes.`, {
    hint: 'Continue with the other parts, or upload the other bytes as a new file.',
  })
}
