import type { AgentCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findReadableFile, lockOwnFile, type FileRow } from './queries.ts'
import { requireUploadScope } from './rules.ts'

/** The file, if the caller's agent uploaded it or takes part in a task or a thread that uses it; otherwise 404. */
export async function requireFile(reader: Reader, { agentId }: AgentCaller, id: string): Promise<FileRow> {
  return found(isId('file', id) ? await findReadableFile(reader, agentId, id) : undefined, 'file')
}

/** The file, locked, if the caller's agent uploaded it; otherwise 404. */
export async function lockFile(tx: Tx, caller: AgentCaller, id: string): Promise<FileRow> {
  requireUploadScope(caller)
  return found(isId('file', id) ? await lockOwnFile(tx, caller.agentId, id) : undefined, 'file')
}
