import type { Contract } from 'souk-contract'
import { fail, found } from '../../../failure.ts'
import { ranged } from '../../../operation.ts'
import { readParts } from '../../files/content/read-parts.ts'
import { requireRecentPassword } from '../../sessions/recent-password.ts'
import { exportPartsOf, findExport } from './queries.ts'
import { downloadPasswordMs } from './rules.ts'

/** Runs again during the download, so that a revoked session ends it. */
export const getExportContent = ranged<Contract['users']['getExportContent']>(async (reader, caller) => {
  await requireRecentPassword(reader, caller, downloadPasswordMs)
  const row = found(await findExport(reader, caller.userId), 'export')
  if (row.sha256 === null || row.expires_at === null || row.expires_at <= reader.now) {
    return fail(
      'conflict',
      'The archive is not ready.',
      'Wait until its state is "ready", or request a new one.',
    )
  }
  const parts = await exportPartsOf(reader, caller.userId)
  return {
    name: `souk-export-${row.requested_at.toISOString().slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    size: Number(row.size),
    etag: `"${row.sha256.toString('hex')}"`,
    inline: false,
    open: ({ blobs }, range) => readParts(blobs, parts, range),
  }
})
