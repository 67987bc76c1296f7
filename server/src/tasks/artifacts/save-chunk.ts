import type { Artifact } from 'souk-contract'
import type { Chunk } from '../../db/tables/task-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { storedBytes } from '../lifecycle/budgets.ts'
import { artifactTotals, findArtifact, saveArtifact } from '../store/queries.ts'

const artifactsMax = 100
const bytesMax = 10 * 1024 * 1024

/** Inserts, replaces or appends to an artifact and returns it. The caller holds the lock of the task. */
export async function saveChunk(tx: Tx, taskId: Id<'task'>, chunk: Chunk): Promise<Artifact> {
  const { artifact, append } = chunk
  const known = await findArtifact(tx, taskId, artifact.artifactId)
  if (append && known === undefined) {
    fail(
      'conflict',
      `Cannot append: artifact "${artifact.artifactId}" does not exist.`,
      'Send its first chunk without "append".',
    )
  }
  if (append && known?.complete === true) {
    fail(
      'conflict',
      `Cannot append: artifact "${artifact.artifactId}" is complete.`,
      'Replace it without "append", or use another "artifactId".',
    )
  }
  const { count, size } = await artifactTotals(tx, taskId)
  const replaced = append ? 0 : (known?.size ?? 0)
  requireRoom(
    known === undefined ? count + 1 : count,
    size - replaced + storedBytes(JSON.stringify(artifact)),
  )
  await saveArtifact(tx, taskId, chunk, count + 1)
  const saved = await findArtifact(tx, taskId, artifact.artifactId)
  return saved?.content ?? artifact
}

function requireRoom(count: number, size: number): void {
  if (count > artifactsMax) {
    fail(
      'unprocessable',
      `A task can have at most ${artifactsMax} artifacts.`,
      'Combine several parts in one artifact.',
    )
  }
  if (size > bytesMax) {
    fail(
      'unprocessable',
      'The artifacts of a task can be at most 10 MiB in total.',
      'Link larger files by "url".',
    )
  }
}
