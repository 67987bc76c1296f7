import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireFile } from './access.ts'
import { completeFile } from './complete-file.ts'
import { createFile } from './create-file.ts'
import { deleteFile } from './delete-file.ts'
import { getFileContent } from './get-file-content.ts'
import { partsOf, partsOfAll } from './part-queries.ts'
import { filesOf } from './queries.ts'
import { uploadPart } from './upload-part.ts'
import { viewFile } from './view.ts'

export const files: Handlers<Contract['files']> = {
  createFile: write(createFile),
  listFiles: read(async (reader, { agentId }, { page }) => {
    const rows = await filesOf(reader, agentId, page)
    const unfinished = rows.filter(({ state }) => state === 'uploading').map(({ id }) => id)
    const parts = await partsOfAll(reader, unfinished)
    const { origin } = reader.settings
    return pageOf(
      rows,
      page,
      (row) =>
        viewFile(
          row,
          parts.filter(({ file_id: of }) => of === row.id),
          { origin, agentId },
        ),
      ({ id }) => [id],
    )
  }),
  getFile: read(async (reader, caller, { fileId }) => {
    const file = await requireFile(reader, caller, fileId)
    const { origin } = reader.settings
    return { file: viewFile(file, await partsOf(reader, file.id), { origin, agentId: caller.agentId }) }
  }),
  uploadPart,
  completeFile,
  getFileContent,
  deleteFile: write(deleteFile),
}
