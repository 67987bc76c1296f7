import type { AgentCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { found, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import {
  findThread,
  lockThread,
  participantsOf,
  type NewThread,
  type Participant,
  type SeenThread,
} from './queries.ts'

/** The thread, if the caller's agent is a participant; otherwise 404. */
export async function requireThread(
  reader: Reader,
  { agentId }: AgentCaller,
  reference: string,
): Promise<SeenThread> {
  return found(isId('thr', reference) ? await findThread(reader, agentId, reference) : undefined, 'thread')
}

interface LockedThread {
  readonly id: NewThread['id']
  readonly participants: readonly Participant[]
}

/** The thread of the caller's agent, locked for writing. */
export async function lockOwnThread(
  tx: Tx,
  { agentId }: AgentCaller,
  reference: string,
): Promise<LockedThread> {
  const id = isId('thr', reference) ? await lockThread(tx, agentId, reference) : undefined
  return id === undefined ? notFound('thread') : { id, participants: await participantsOf(tx, agentId, id) }
}
