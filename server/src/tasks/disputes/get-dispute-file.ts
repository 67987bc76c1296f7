import type { AdminContract } from 'souk-contract'
import { found } from '../../failure.ts'
import { ranged } from '../../operation.ts'
import { contentOf } from '../../resources/files/get-file-content.ts'
import { findDisputeFile } from '../store/open-dispute-queries.ts'

/** A file of a task in dispute, for operators. */
export const getDisputeFile = ranged<AdminContract['disputes']['getDisputeFile']>(
  async (reader, _caller, { taskId, fileId }) =>
    contentOf(reader, found(await findDisputeFile(reader, taskId, fileId), 'file'), null),
)
