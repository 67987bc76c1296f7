import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { requireTaskId } from '../tasks/get-task.ts'
import { artifactsOf, findArtifact } from '../tasks/queries.ts'
import { submitArtifact } from './submit-artifact.ts'

export const artifacts: Handlers<Contract['artifacts']> = {
  submitArtifact: write(submitArtifact),
  listArtifacts: read(async (reader, caller, address) => {
    const rows = await artifactsOf(reader, await requireTaskId(reader, caller, address))
    return { artifacts: rows.map(({ content }) => content) }
  }),
  getArtifact: read(async (reader, caller, { artifactId, ...address }) => {
    const row = await findArtifact(reader, await requireTaskId(reader, caller, address), artifactId)
    return row === undefined ? notFound('artifact') : row.content
  }),
}
