import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { encodePageToken } from '../../lib/page-tokens.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { requireTaskId } from '../reads/get-task.ts'
import { artifactsAfter } from '../store/content-queries.ts'
import { findArtifact } from '../store/queries.ts'
import { positionIn } from '../reads/task-messages.ts'
import { submitArtifact } from './submit-artifact.ts'

export const artifacts: Handlers<Contract['artifacts']> = {
  submitArtifact: write(submitArtifact),
  listArtifacts: read(async (reader, caller, { pageToken, ...address }) => {
    const taskId = await requireTaskId(reader, caller, address)
    const scope = `listArtifacts ${taskId}`
    const { items, next } = await artifactsAfter(reader, taskId, positionIn(reader, scope, pageToken) ?? 0)
    return {
      artifacts: items,
      nextPageToken: next === null ? '' : encodePageToken(reader.vault, scope, [next]),
    }
  }),
  getArtifact: read(async (reader, caller, { artifactId, ...address }) => {
    const row = await findArtifact(reader, await requireTaskId(reader, caller, address), artifactId)
    return row === undefined ? notFound('artifact') : row.content
  }),
}
