import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { isImage } from '../../lib/images/strip-image.ts'
import { newId } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import { lockFile } from './access.ts'
import { checkContent, type CheckIntent, type Checked, type Stripped } from './content/check-content.ts'
import { discardBlob, insertBlobs, insertPart, markStored, partsOf } from './part-queries.ts'
import { deleteParts, deleteFiles, updateFileRow, type FileRow } from './queries.ts'
import { contradictionOf, missingParts, requireAllParts, strippedPartSize, unusedMs } from './rules.ts'
import { viewFile } from './view.ts'

/** Verifies the stored bytes, which readers will get, instead of the received ones. Runs without a transaction. */
export const completeFile = remote<Contract['files']['completeFile'], CheckIntent, Checked | undefined>({
  intend: async (tx, caller, { fileId }) => {
    const file = await lockFile(tx, caller, fileId)
    const parts = await partsOf(tx, file.id)
    if (file.state === 'uploading') requireAllParts(missingParts(file, parts))
    const { fileStore: store, imagePixelsMax: pixelsMax } = tx.settings
    const count = mayBeImage(file) ? Math.ceil(Number(file.size) / strippedPartSize) : 0
    const blobIds = Array.from({ length: count }, () => newId('blob', tx.now))
    await insertBlobs(tx, blobIds, store)
    return { file, parts, blobIds, store, pixelsMax }
  },
  call: async ({ blobs }, intent) =>
    intent.file.state === 'uploading' ? checkContent(blobs, intent) : undefined,
  record: async (tx, caller, { file: { id }, blobIds }, checked) => {
    const file = await lockFile(tx, caller, id)
    const outcome = await complete(tx, caller, file, checked)
    const used = outcome.stripped?.parts.length ?? 0
    for (const blobId of blobIds.slice(used)) await discardBlob(tx, blobId)
    if (outcome.refusal !== undefined) return outcome.refusal
    const { origin } = tx.settings
    return { file: viewFile(outcome.file, [], { origin, agentId: caller.agentId }) }
  },
})

/** An upload that began without a detected type can be one too. */
function mayBeImage({ state, media_type: mediaType }: FileRow): boolean {
  return state === 'uploading' && (mediaType === null || isImage(mediaType))
}

interface Outcome {
  readonly file: FileRow
  readonly stripped?: Stripped | undefined
  readonly refusal?: Failure | undefined
}

async function complete(
  tx: Tx,
  caller: AgentCaller,
  file: FileRow,
  checked: Checked | undefined,
): Promise<Outcome> {
  // Completed before, or by a concurrent call.
  if (file.state !== 'uploading' || checked === undefined) return { file }
  const { received, stripped } = checked
  const refusal = contradictionOf(file, received) ?? checked.refusal
  if (refusal !== undefined) {
    await deleteFiles(tx, [file.id])
    return { file, refusal }
  }
  if (stripped !== undefined && !(await replaceParts(tx, file, stripped))) return { file, refusal: tooSlow() }
  const { size, sha256 } = stripped ?? received
  const completed = await updateFileRow(tx, file.id, {
    state: 'ready',
    size: BigInt(size),
    sha256,
    media_type: received.mediaType,
    completed_at: tx.now,
    expires_at: after(tx.now, unusedMs),
    ...(stripped === undefined
      ? {}
      : {
          part_size: strippedPartSize,
          received_size: BigInt(received.size),
          received_sha256: received.sha256,
        }),
    ...(tx.settings.scansFiles ? { scan: 'pending' as const, due_at: tx.now } : {}),
  })
  const details = { size, sha256: sha256.toString('hex') }
  await record(tx, caller, { action: 'file.completed', target: file.id, details })
  return { file: completed, stripped }
}

/** Replaces the parts with copies without metadata. Returns false if a worker has already discarded the copies. */
async function replaceParts(tx: Tx, { id }: FileRow, { parts }: Stripped): Promise<boolean> {
  for (const { blobId } of parts) if (!(await markStored(tx, blobId))) return false
  await deleteParts(tx, id)
  for (const [index, { blobId, size, sha256 }] of parts.entries()) {
    await insertPart(tx, {
      file_id: id,
      number: index + 1,
      blob_id: blobId,
      size,
      sha256,
      created_at: tx.now,
    })
  }
  return true
}

function tooSlow(): Failure {
  return new Failure('conflict', 'Completing the file took too long.', { hint: 'Complete the file again.' })
}
