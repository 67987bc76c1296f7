import { sql, type Insertable } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { refreshStanding } from '../../standing/queries.ts'
import { agentColumns, type AgentRow } from '../agents/queries.ts'

/** An agent assigned to the organization, by id or handle. */
export async function findAssignedAgent(
  reader: Reader,
  organizationId: Id<'org'>,
  reference: string,
): Promise<AgentRow | undefined> {
  const agents = assignedAgents(reader, organizationId)
  return isId('agt', reference)
    ? agents.where('agents.id', '=', reference).executeTakeFirst()
    : agents.where('agents.handle', '=', reference).executeTakeFirst()
}

export async function agentsAssignedTo(
  reader: Reader,
  organizationId: Id<'org'>,
  audience: 'public' | 'insider',
  page: PageRequest,
): Promise<AgentRow[]> {
  return assignedAgents(reader, organizationId)
    .$if(audience === 'public', (query) => query.where('agents.visibility', '=', 'public'))
    .where('agents.id', '<', idBefore('agt', page))
    .orderBy('agents.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

function assignedAgents(reader: Reader, organizationId: Id<'org'>) {
  return reader
    .selectFrom('organization_agents as assignment')
    .innerJoin('agents', 'agents.id', 'assignment.agent_id')
    .select(agentColumns)
    .where('assignment.organization_id', '=', organizationId)
}

export async function agentIdsOf(reader: Reader, organizationId: Id<'org'>): Promise<Id<'agt'>[]> {
  const rows = await reader
    .selectFrom('organization_agents')
    .select('agent_id')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map((row) => row.agent_id)
}

/** Undefined for an archived agent. The lock prevents archiving. */
export async function lockAgent(tx: Tx, id: Id<'agt'>): Promise<AgentRow | undefined> {
  return tx
    .selectFrom('agents')
    .select(agentColumns)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns false if the agent is already assigned. The organization must be locked. */
export async function insertAssignment(
  tx: Tx,
  assignment: Insertable<Schema['organization_agents']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('organization_agents')
    .values(assignment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('agent_id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await refreshStanding(tx, [inserted.agent_id])
  return true
}

export async function deleteAssignment(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx.deleteFrom('organization_agents').where('agent_id', '=', agentId).execute()
  await publishLeft(tx, [agentId])
}

/** Members lose access to these agents. Cards name the organization, so the agents themselves change too, as does their standing. */
async function publishLeft(tx: Tx, ids: readonly Id<'agt'>[]): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) tx.publish(authorityTopic.agent(id))
  await tx
    .updateTable('agents')
    .set({ updated_at: tx.now })
    .where('id', 'in', [...ids])
    .execute()
  await refreshStanding(tx, ids)
}

/** Unassigns all agents, or those owned by one user. Returns their ids. */
export async function deleteAssignmentsOf(
  tx: Tx,
  organizationId: Id<'org'>,
  ownerId: Id<'usr'> | null,
): Promise<Id<'agt'>[]> {
  const deleted = await tx
    .deleteFrom('organization_agents')
    .where('organization_id', '=', organizationId)
    .$if(ownerId !== null, (query) =>
      query.where((where) =>
        where(
          'agent_id',
          'in',
          where
            .selectFrom('agents')
            .select('agents.id')
            .where('agents.owner_id', '=', ownerId ?? 'usr_'),
        ),
      ),
    )
    .returning('agent_id')
    .execute()
  await publishLeft(
    tx,
    deleted.map(({ agent_id: id }) => id),
  )
  return deleted.map((row) => row.agent_id)
}

/** After members or assignments are removed: clears the active agent of every user who can no longer reach it. */
export async function clearInactiveSelections(
  tx: Tx,
  organizationId: Id<'org'>,
  leaverId: Id<'usr'> | null = null,
): Promise<void> {
  await sql`
    update users set active_agent_id = null, updated_at = ${tx.now}
    where active_agent_id is not null
      and id in (select user_id from members where organization_id = ${organizationId} union select ${leaverId}::text)
      and not exists (
        select from agent_access access
        where access.agent_id = users.active_agent_id and access.user_id = users.id
      )`.execute(tx)
}
