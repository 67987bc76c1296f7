import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockFile } from './access.ts'
import { deleteFiles, isUsed } from './queries.ts'

/** A file of a task stays: the other party relies on it, and it can be evidence. */
export const deleteFile: Operation<Contract['files']['deleteFile']> = async (tx, caller, { fileId }) => {
  const file = await lockFile(tx, caller, fileId)
  if (await isUsed(tx, file.id)) {
    fail('conflict', 'A task uses this file.', 'Delete only files that no task uses.')
  }
  await deleteFiles(tx, [file.id])
  await record(tx, caller, { action: 'file.deleted', target: file.id, details: { state: file.state } })
  return { done: true }
}
