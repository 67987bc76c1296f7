import type { Artifact } from 'souk-contract'
import type { Chunk } from '../../db/task-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { storedBytes } from '../lifecycle/budgets.ts'
import { artifactTotals, findArtifact, saveArtifact } from '../store/queries.ts'

const artifactsMax = 100
const bytesMax = 10 * 1024 * 1024

/** Puts a chunk where it belongs; answers the artifact as it then is. The task is locked, so nobody is in between. */
export async function keepChunk(tx: Tx, taskId: Id<'task'>, chunk: Chunk): Promise<Artifact> {
  const { artifact, append } = chunk
  const known = await findArtifact(tx, taskId, artifact.artifactId)
  if (append && known === undefined) {
    fail(
      'conflict',
      `There is no artifact "${artifact.artifactId}" to add to.`,
      'Send its first chunk without "append".',
    )
  }
  if (append && known?.complete === true) {
    fail(
      'conflict',
      `The artifact "${artifact.artifactId}" is complete.`,
      'Send it again without "append", or under another id.',
    )
  }
  const { count, size } = await artifactTotals(tx, taskId)
  const replaced = append ? 0 : (known?.size ?? 0)
  requireRoom(
    known === undefined ? count + 1 : count,
    size - replaced + storedBytes(JSON.stringify(artifact)),
  )
  await saveArtifact(tx, taskId, chunk, count + 1)
  const kept = await findArtifact(tx, taskId, artifact.artifactId)
  return kept?.content ?? artifact
}

function requireRoom(count: number, size: number): void {
  if (count > artifactsMax) {
    fail(
      'unprocessable',
      `A task has at most ${artifactsMax} artifacts.`,
      'Put several parts into one artifact.',
    )
  }
  if (size > bytesMax) {
    fail(
      'unprocessable',
      'The artifacts of a task have at most 10 MiB together.',
      'Refer to larger files by "url".',
    )
  }
}
