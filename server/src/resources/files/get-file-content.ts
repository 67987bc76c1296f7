import type { Contract } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { RangedFile } from '../../download.ts'
import { fail } from '../../failure.ts'
import { ranged } from '../../operation.ts'
import { requireFile } from './access.ts'
import { partsOf } from './part-queries.ts'
import type { FileRow } from './queries.ts'
import { readParts } from './content/read-parts.ts'
import { isInline } from './rules.ts'

export const getFileContent = ranged<Contract['files']['getFileContent']>(
  async (reader, caller, { fileId }) =>
    contentOf(reader, await requireFile(reader, caller, fileId), caller.agentId),
)

/** The contents of a file that the reader can see. Until the virus scanner has checked it, only the uploader gets it. */
export async function contentOf(reader: Reader, file: FileRow, readerId: string | null): Promise<RangedFile> {
  const { state, filename, size, sha256, media_type: mediaType } = file
  if (state === 'quarantined') {
    fail('conflict', 'The virus scanner refused this file.', 'Ask the sender for another file.')
  }
  if (file.scan === 'pending' && reader.settings.scansFiles && file.agent_id !== readerId) {
    fail('conflict', 'The virus scanner has not checked this file yet.', 'Try again in a moment.')
  }
  if (sha256 === null || mediaType === null) {
    return fail('conflict', 'The upload of this file is not complete.', 'Complete the upload first.')
  }
  const parts = await partsOf(reader, file.id)
  return {
    name: filename,
    mediaType,
    size: Number(size),
    etag: `"${sha256.toString('hex')}"`,
    inline: isInline(mediaType),
    open: ({ blobs }, range) => readParts(blobs, parts, range),
  }
}
