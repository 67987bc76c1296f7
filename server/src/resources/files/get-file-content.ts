import type { Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import { ranged } from '../../operation.ts'
import { requireFile } from './access.ts'
import { partsOf } from './part-queries.ts'
import { readParts } from './read-parts.ts'
import { isInline } from './rules.ts'

export const getFileContent = ranged<Contract['files']['getFileContent']>(
  async (reader, caller, { fileId }) => {
    const file = await requireFile(reader, caller, fileId)
    const { state, filename, size, sha256, media_type: mediaType } = file
    if (state === 'quarantined') {
      fail('conflict', 'The virus scanner refused this file.', 'Ask the sender for another file.')
    }
    if (sha256 === null || mediaType === null) {
      return fail('conflict', 'The upload of this file is not complete.', 'Complete it first.')
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
  },
)
