import type { Part } from 'souk-contract'
import type { Chunk } from '../../db/tables/task-tables.ts'
import type { OperationContext, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { attachFiles } from '../../resources/files/attach-files.ts'
import { fileReferences, type FileReference } from '../../resources/files/file-urls.ts'

/** Contents of a step or an opening. */
interface Contents {
  readonly message?: { readonly parts: readonly Part[] } | undefined
  readonly chunks?: readonly Chunk[]
  /** The call submits one artifact instead of a delivery; the error names its field. */
  readonly submits?: boolean
}

/** Attaches the files that the contents refer to. Workers and operators refer to none. */
export async function attachFilesOf(
  tx: Tx,
  { agentId }: { readonly agentId: Id<'agt'> | null },
  { id }: { readonly id: Id<'task'> },
  contents: Contents,
): Promise<void> {
  if (agentId !== null) await attachFiles(tx, { agentId }, id, referencesIn(tx, contents))
}

/** Whether the contents refer to files of this marketplace. */
export function refersToFiles(context: Pick<OperationContext, 'settings'>, contents: Contents): boolean {
  return referencesIn(context, contents).length > 0
}

function referencesIn(
  { settings: { origin } }: Pick<OperationContext, 'settings'>,
  { message, chunks = [], submits = false }: Contents,
): FileReference[] {
  const inChunks = chunks.flatMap(({ artifact }, index) => {
    const field = submits ? 'artifact' : `artifacts.${index}`
    return fileReferences(origin, artifact.parts, `${field}.parts`)
  })
  return [...inChunks, ...fileReferences(origin, message?.parts ?? [], 'message.parts')]
}
