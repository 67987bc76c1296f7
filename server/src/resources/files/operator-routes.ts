import type { AdminContract } from 'souk-contract'
import { read, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { moveFiles } from './move-files.ts'
import { quarantinedFiles } from './scan-queries.ts'
import { viewQuarantinedFile } from './view.ts'

export const quarantine: Handlers<AdminContract['files']> = {
  listQuarantine: read(async (reader, _caller, { page }) => {
    const rows = await quarantinedFiles(reader, page)
    return pageOf(rows, page, viewQuarantinedFile, ({ id }) => [id])
  }),
  moveFiles,
}
