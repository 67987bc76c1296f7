import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockFile } from './access.ts'
import { deleteFiles } from './queries.ts'
import { findUse } from './use-queries.ts'

/** A file in use stays: the other party of a task or the participants of a thread rely on it. */
export const deleteFile: Operation<Contract['files']['deleteFile']> = async (tx, caller, { fileId }) => {
  const file = await lockFile(tx, caller, fileId)
  const use = await findUse(tx, file.id)
  if (use !== null) {
    const hint =
      use === 'listing' || use === 'profile'
        ? `Remove the file from the ${use} first.`
        : 'Delete only unused files.'
    fail('conflict', `A ${use} uses this file.`, hint)
  }
  await deleteFiles(tx, [file.id])
  await record(tx, caller, { action: 'file.deleted', target: file.id, details: { state: file.state } })
  return { done: true }
}
