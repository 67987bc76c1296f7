import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { refreshStanding } from '../../standing/queries.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { savePastAccess } from './interest-queries.ts'

export type AgentRow = Omit<
  Selectable<Schema['agents']>,
  'search' | 'listed_at' | 'standing' | 'chosen_visibility'
>

export const agentColumns = [
  'agents.id',
  'agents.handle',
  'agents.owner_id',
  'agents.kind',
  'agents.display_name',
  'agents.description',
  'agents.skills',
  'agents.public_skills',
  'agents.tags',
  'agents.task_types',
  'agents.input_modes',
  'agents.output_modes',
  'agents.provider',
  'agents.version',
  'agents.icon_url',
  'agents.documentation_url',
  'agents.pricing',
  'agents.visibility',
  'agents.contact_from',
  'agents.created_at',
  'agents.updated_at',
  'agents.archived_at',
  'agents.avatar_file_id',
  'agents.banner_file_id',
] as const

/** An agent that is not archived, by id or handle. */
export async function findAgent(reader: Reader, reference: string): Promise<AgentRow | undefined> {
  const agents = reader.selectFrom('agents').select(agentColumns).where('archived_at', 'is', null)
  const named = isId('agt', reference)
    ? agents.where('id', '=', reference)
    : agents.where('handle', '=', reference)
  return named.executeTakeFirst()
}

export async function getAgentRow(reader: Reader, id: Id<'agt'>): Promise<AgentRow> {
  return reader.selectFrom('agents').select(agentColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

export async function agentsOf(reader: Reader, userId: Id<'usr'>, page: PageRequest) {
  return reader
    .selectFrom('agents')
    .innerJoin(
      (from) =>
        from
          .selectFrom('agent_access')
          .distinctOn('agent_id')
          .select(['agent_id', 'role'])
          .where('user_id', '=', userId)
          .orderBy('agent_id')
          .orderBy('rank')
          .as('access'),
      (join) => join.onRef('access.agent_id', '=', 'agents.id'),
    )
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(agentColumns)
    .select(['access.role', sql<boolean>`users.active_agent_id is not distinct from agents.id`.as('active')])
    .where('agents.id', '<', idBefore('agt', page))
    .orderBy('agents.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** The owner must be locked. */
export async function insertAgent(
  tx: Tx,
  agent: Insertable<Schema['agents']> & { id: Id<'agt'> },
): Promise<AgentRow> {
  await tx.insertInto('agents').values(agent).execute()
  await refreshStanding(tx, [agent.id])
  return getAgentRow(tx, agent.id)
}

export async function updateAgentRow(
  tx: Tx,
  id: Id<'agt'>,
  changes: Updateable<Schema['agents']>,
): Promise<AgentRow> {
  return tx
    .updateTable('agents')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returning(agentColumns)
    .executeTakeFirstOrThrow()
}

/** The organization the agent is assigned to. */
export async function findOrganizationOf(reader: Reader, agentId: Id<'agt'>) {
  return reader
    .selectFrom('organization_agents as assignment')
    .innerJoin('organizations', 'organizations.id', 'assignment.organization_id')
    .select(['organizations.id', 'organizations.handle', 'organizations.display_name'])
    .where('assignment.agent_id', '=', agentId)
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function agentCountOf(reader: Reader, ownerId: Id<'usr'>): Promise<number> {
  const { count } = await reader
    .selectFrom('agents')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes the agent from lists and from its organization. Handle, history and audit trail remain. */
export async function archiveAgent(tx: Tx, id: Id<'agt'>): Promise<void> {
  tx.publish(authorityTopic.agent(id))
  await savePastAccess(tx, id)
  await tx
    .updateTable('agents')
    .set({ archived_at: tx.now, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('organization_agents').where('agent_id', '=', id).execute()
  await tx.deleteFrom('agent_links').where('agent_id', '=', id).execute()
  await refreshStanding(tx, [id])
}

/** Returns false if the handle or its skeleton is taken. */
export async function insertHandle(tx: Tx, handle: Insertable<Schema['handles']>): Promise<boolean> {
  const claimed = await tx
    .insertInto('handles')
    .values(handle)
    .onConflict((conflict) => conflict.doNothing())
    .returning('handle')
    .executeTakeFirst()
  return claimed !== undefined
}
