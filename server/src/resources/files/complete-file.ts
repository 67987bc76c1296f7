import { createHash } from 'node:crypto'
import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { after } from '../../lib/clock.ts'
import { remote } from '../../operation.ts'
import type { BlobStores } from '../../ports/blobs/blob-store.ts'
import { sniffMediaType } from '../listings/file-types.ts'
import { lockFile } from './access.ts'
import { partsOf, type PartRow } from './part-queries.ts'
import { deleteFiles, updateFileRow, type FileRow } from './queries.ts'
import { readParts } from './read-parts.ts'
import { contradictionOf, missingParts, requireAllParts, unusedMs } from './rules.ts'
import { viewFile } from './view.ts'

interface Checked {
  readonly sha256: Buffer
  readonly mediaType: string
}

interface CompleteIntent {
  readonly file: FileRow
  readonly parts: readonly PartRow[]
}

/** Reads the stored bytes once more, without a transaction: what is verified is what readers will get. */
export const completeFile = remote<Contract['files']['completeFile'], CompleteIntent, Checked | undefined>({
  intend: async (tx, caller, { fileId }) => {
    const file = await lockFile(tx, caller, fileId)
    const parts = await partsOf(tx, file.id)
    if (file.state === 'uploading') requireAllParts(missingParts(file, parts))
    return { file, parts }
  },
  call: async ({ blobs }, { file, parts }) =>
    file.state === 'uploading' ? check(blobs, file, parts) : undefined,
  record: async (tx, caller, { file: { id } }, checked) => {
    const file = await lockFile(tx, caller, id)
    const { origin } = tx.settings
    // Completed before, or by a concurrent call.
    if (file.state !== 'uploading' || checked === undefined) return { file: viewFile(file, [], origin) }
    const contradiction = contradictionOf(file, checked)
    if (contradiction !== undefined) {
      await deleteFiles(tx, [id])
      return contradiction
    }
    const completed = await updateFileRow(tx, id, {
      state: 'ready',
      sha256: checked.sha256,
      media_type: checked.mediaType,
      completed_at: tx.now,
      expires_at: after(tx.now, unusedMs),
    })
    const details = { size: Number(file.size), sha256: checked.sha256.toString('hex') }
    await record(tx, caller, { action: 'file.completed', target: id, details })
    return { file: viewFile(completed, [], origin) }
  },
})

async function check(blobs: BlobStores, { size }: FileRow, parts: readonly PartRow[]): Promise<Checked> {
  const hash = createHash('sha256')
  let mediaType: string | undefined
  for await (const chunk of readParts(blobs, parts, { start: 0, end: Number(size) })) {
    mediaType ??= sniffMediaType(chunk, { isComplete: chunk.length === Number(size) })
    hash.update(chunk)
  }
  return { sha256: hash.digest(), mediaType: mediaType ?? 'application/octet-stream' }
}
