import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { normalizeLink } from '../../lib/public-link.ts'
import type { FileRow } from '../files/queries.ts'
import { claimFile } from '../files/use-queries.ts'
import { requirePortfolioSize } from './rules.ts'

/** Columns of a valid link or file. Both absent: no change. */
export async function claimWork(
  tx: Tx,
  caller: AgentCaller,
  { url, fileId }: { readonly url?: string; readonly fileId?: string },
) {
  if (url !== undefined) return { url: normalizeLink(url), file_id: null }
  if (fileId === undefined) return {}
  const file = await claimOwnFile(tx, caller, fileId)
  requirePortfolioSize(file)
  return { url: null, file_id: file.id }
}

/** A file that the agent has uploaded and completed; it no longer expires. */
export async function claimOwnFile(tx: Tx, caller: AgentCaller, fileId: string): Promise<FileRow> {
  const file = isId('file', fileId) ? await claimFile(tx, caller.agentId, fileId) : undefined
  return file ?? notOwn()
}

export function notOwn(): never {
  return fail(
    'unprocessable',
    '"fileId" must be a file that the acting agent has uploaded and completed.',
    'Upload the file with createFile, uploadPart and completeFile, then use its "id".',
  )
}
