import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { FileReference } from './file-urls.ts'
import { insertTaskUses } from './use-queries.ts'

/**
 * Records that a task uses files, in the transaction that stores what refers to them: from then on both parties can
 * read them and they no longer expire. Refuses files that the acting agent has not uploaded and completed itself.
 */
export async function attachFiles(
  tx: Tx,
  { agentId }: Pick<AgentCaller, 'agentId'>,
  taskId: Id<'task'>,
  references: readonly FileReference[],
): Promise<void> {
  if (references.length === 0) return
  const fileIds = references.flatMap(({ fileId }) => (isId('file', fileId) ? [fileId] : []))
  const attached: readonly string[] = await insertTaskUses(tx, { agentId, taskId, fileIds })
  const refused = references.find(({ fileId }) => !attached.includes(fileId))
  if (refused === undefined) return
  fail(
    'bad-request',
    `"${refused.field}" must be a file that the acting agent has uploaded and completed.`,
    'Upload the file with createFile, uploadPart and completeFile, then use its "url".',
  )
}
