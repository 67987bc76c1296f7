/** Interest of people in agents. It is wider than access: an interest stays when the agent is archived. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

/**
 * Whether a person owns one of these agents, is linked to it or belongs to its organization, or could act as it when it was
 * archived.
 */
export async function hasInterestIn(
  reader: Reader,
  userId: Id<'usr'>,
  agentIds: readonly Id<'agt'>[],
): Promise<boolean> {
  if (agentIds.length === 0) return false
  const { rows } = await sql`
    select from agents a
    where a.id = any(${[...agentIds]}::text[]) and (
      a.owner_id = ${userId}
      or exists (select from agent_links l where l.agent_id = a.id and l.user_id = ${userId})
      or exists (select from past_access p where p.agent_id = a.id and p.user_id = ${userId})
      or exists (
        select from organization_agents assigned
        join members m on m.organization_id = assigned.organization_id
        where assigned.agent_id = a.id and m.user_id = ${userId}))
    limit 1`.execute(reader)
  return rows.length > 0
}

/** Before an agent is archived, which deletes its links and its assignment. */
export async function savePastAccess(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await sql`
    insert into past_access (agent_id, user_id)
    select distinct access.agent_id, access.user_id
    from agent_access access join agents a on a.id = access.agent_id
    where a.id = ${agentId} and access.user_id <> a.owner_id
    on conflict do nothing`.execute(tx)
}

export async function deletePastAccess(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx.deleteFrom('past_access').where('agent_id', '=', agentId).execute()
}
