import type { AgentCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findSavedSearch, lockSavedSearch, type SavedSearchRow } from './queries.ts'

/** A saved search of the caller's agent; 404 for every other caller. */
export async function requireSavedSearch(
  reader: Reader,
  { agentId }: AgentCaller,
  reference: string,
): Promise<SavedSearchRow> {
  const found = isId('sch', reference) ? await findSavedSearch(reader, agentId, reference) : undefined
  return found ?? notFound('saved search')
}

/** The same, locked until the transaction ends. */
export async function lockOwnSavedSearch(
  tx: Tx,
  { agentId }: AgentCaller,
  reference: string,
): Promise<SavedSearchRow> {
  const found = isId('sch', reference) ? await lockSavedSearch(tx, agentId, reference) : undefined
  return found ?? notFound('saved search')
}
