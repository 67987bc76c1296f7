import { sql } from 'kysely'
import type { AgentRole } from 'souk-contract'
import { rolesHolding } from '../../../authority/rights.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import type { PageRequest } from '../../../operation.ts'

/** One grant of access to an agent. A person can have several. */
export interface PersonRow {
  readonly id: Id<'usr'>
  readonly display_name: string
  readonly role: AgentRole
  readonly rank: number
  readonly since: Date
  readonly granted_by: Id<'usr'> | null
  readonly organization: { readonly id: string; readonly handle: string; readonly displayName: string } | null
}

/** Strongest roles first. */
export async function peopleOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): Promise<PersonRow[]> {
  const [rank = 0, userId = ''] = page.after ?? []
  const { rows } = await sql<PersonRow>`
    select u.id, u.display_name, access.role, access.rank, l.granted_by,
      case when access.role = 'owner' then a.created_at
        else coalesce(l.created_at, greatest(m.created_at, oa.created_at)) end as since,
      case when o.id is not null then json_build_object('id', o.id, 'handle', o.handle, 'displayName', o.display_name)
        end as organization
    from agent_access access
    join agents a on a.id = access.agent_id
    join users u on u.id = access.user_id
    left join agent_links l
      on access.role = 'operator' and l.agent_id = access.agent_id and l.user_id = access.user_id
    left join organization_agents oa on access.role like 'organization-%' and oa.agent_id = access.agent_id
    left join organizations o on o.id = oa.organization_id
    left join members m on m.organization_id = o.id and m.user_id = access.user_id
    where access.agent_id = ${agentId} and (access.rank, u.id) > (${rank}::int, ${userId}::text)
    order by access.rank, u.id limit ${page.limit + 1}`.execute(reader)
  return rows
}

interface NewLink {
  readonly agentId: Id<'agt'>
  readonly userId: Id<'usr'>
  readonly grantedBy: Id<'usr'>
}

/** Replaces an existing link, for example one whose granter has lost the right to grant it. */
export async function saveLink(tx: Tx, { agentId, userId, grantedBy }: NewLink): Promise<void> {
  const columns = { granted_by: grantedBy, created_at: tx.now }
  await tx
    .insertInto('agent_links')
    .values({ agent_id: agentId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['agent_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

interface UngrantedLink {
  readonly agentId: Id<'agt'>
  readonly userId: Id<'usr'>
  readonly grantedBy: Id<'usr'>
}

/** Deletes links whose granters do not manage the agent. A link without a granter stays. */
export async function deleteUngrantedLinks(tx: Tx, agentIds: readonly Id<'agt'>[]): Promise<UngrantedLink[]> {
  const { rows } = await sql<UngrantedLink>`
    delete from agent_links l using agents a
    where a.id = any(${[...agentIds]}::text[]) and a.id = l.agent_id and a.archived_at is null
      and l.granted_by is not null
      and not exists (
        select from agent_access granter
        where granter.agent_id = l.agent_id and granter.user_id = l.granted_by
          and granter.role = any(${rolesHolding('manage')}::text[]))
    returning l.agent_id as "agentId", l.user_id as "userId", l.granted_by as "grantedBy"`.execute(tx)
  return rows
}

/** Agents with a link that this person has granted. */
export async function agentsLinkedBy(reader: Reader, userId: Id<'usr'>): Promise<Id<'agt'>[]> {
  const rows = await reader
    .selectFrom('agent_links')
    .select('agent_id')
    .distinct()
    .where('granted_by', '=', userId)
    .execute()
  return rows.map(({ agent_id: id }) => id)
}

export async function deleteLink(tx: Tx, agentId: Id<'agt'>, userId: Id<'usr'>): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('agent_links')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .returning('agent_id')
    .executeTakeFirst()
  return deleted !== undefined
}
