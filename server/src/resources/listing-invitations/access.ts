import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { lockInvitation, type InvitationRow } from './queries.ts'

/** Locks an invitation that the agent sent or received; 404 for every other agent. */
export async function lockOwnInvitation(
  tx: Tx,
  reference: string,
  owns: (invitation: InvitationRow) => boolean,
): Promise<InvitationRow> {
  const found = isId('lin', reference) ? await lockInvitation(tx, reference) : undefined
  return found !== undefined && owns(found) ? found : notFound('invitation')
}

export const isInvited = (agentId: Id<'agt'>) => (invitation: InvitationRow) =>
  invitation.agent_id === agentId
