import { sql, type Selectable } from 'kysely'
import type { AgentRole, Role, Standing } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'

/** Bound of every list in a detail. */
const rowsMax = 100
const tasksMax = 20
const stepsMax = 200

interface AgentOfPerson {
  readonly id: Id<'agt'>
  readonly handle: string
  readonly display_name: string
  readonly standing: Standing
  readonly role: AgentRole
}

export async function agentsOfPerson(reader: Reader, userId: Id<'usr'>): Promise<AgentOfPerson[]> {
  const { rows } = await sql<AgentOfPerson>`
    select distinct on (a.id) a.id, a.handle, a.display_name, a.standing, access.role
    from agent_access access join agents a on a.id = access.agent_id
    where access.user_id = ${userId} order by a.id, access.rank limit ${sql.lit(rowsMax)}`.execute(reader)
  return rows
}

export async function organizationsOfPerson(reader: Reader, userId: Id<'usr'>) {
  return reader
    .selectFrom('members')
    .innerJoin('organizations as o', 'o.id', 'members.organization_id')
    .select(['o.id', 'o.handle', 'o.display_name', 'members.role'])
    .where('members.user_id', '=', userId)
    .where('o.deleted_at', 'is', null)
    .orderBy('o.id')
    .limit(rowsMax)
    .execute()
}

export async function findDeskAgent(reader: Reader, reference: string) {
  const agents = reader
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.owner_id')
    .leftJoin('organization_agents', 'organization_agents.agent_id', 'agents.id')
    .select(['agents.id', 'agents.handle', 'agents.display_name', 'agents.standing', 'agents.visibility'])
    .select(['agents.owner_id', 'agents.created_at', 'agents.archived_at', 'users.email as owner_email'])
    .select('organization_agents.organization_id')
  return isId('agt', reference)
    ? agents.where('agents.id', '=', reference).executeTakeFirst()
    : agents.where('agents.handle', '=', reference).executeTakeFirst()
}

interface PersonRow {
  readonly id: Id<'usr'>
  readonly display_name: string
  readonly email: string
  readonly role: AgentRole | Role
}

export async function peopleOfAgent(reader: Reader, agentId: Id<'agt'>): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select distinct on (u.id) u.id, u.display_name, u.email, access.role
    from agent_access access join users u on u.id = access.user_id
    where access.agent_id = ${agentId} order by u.id, access.rank limit ${sql.lit(rowsMax)}`.execute(reader)
  return rows
}

export async function tasksOfAgent(reader: Reader, agentId: Id<'agt'>) {
  return reader
    .selectFrom('tasks')
    .select(['id', 'title', 'phase', 'client_id', 'created_at'])
    .where((where) => where.or([where('client_id', '=', agentId), where('provider_id', '=', agentId)]))
    .orderBy('created_at', 'desc')
    .limit(tasksMax)
    .execute()
}

export async function findDeskOrganization(reader: Reader, reference: string) {
  const organizations = reader.selectFrom('organizations').selectAll()
  return isId('org', reference)
    ? organizations.where('id', '=', reference).executeTakeFirst()
    : organizations.where('handle', '=', reference).executeTakeFirst()
}

export async function membersOf(reader: Reader, organizationId: Id<'org'>): Promise<PersonRow[]> {
  return reader
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.display_name', 'users.email', 'members.role'])
    .where('members.organization_id', '=', organizationId)
    .orderBy('users.id')
    .limit(rowsMax)
    .execute()
}

export async function agentsOfOrganization(reader: Reader, organizationId: Id<'org'>) {
  return reader
    .selectFrom('organization_agents')
    .innerJoin('agents', 'agents.id', 'organization_agents.agent_id')
    .select(['agents.id', 'agents.handle', 'agents.display_name', 'agents.standing'])
    .where('organization_agents.organization_id', '=', organizationId)
    .orderBy('agents.id')
    .limit(rowsMax)
    .execute()
}

export async function findDeskTask(
  reader: Reader,
  id: Id<'task'>,
): Promise<Selectable<Schema['tasks']> | undefined> {
  return reader.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function stepsOfTask(reader: Reader, id: Id<'task'>) {
  return reader
    .selectFrom('task_events')
    .select(['seq', 'at', 'action', 'by', 'phase'])
    .where('task_id', '=', id)
    .orderBy('seq')
    .limit(stepsMax)
    .execute()
}

/** A key of any agent, but not that of an app. */
export async function findKeyOwner(reader: Reader, id: Id<'key'>): Promise<Id<'agt'> | undefined> {
  const row = await reader.selectFrom('agent_keys').select('agent_id').where('id', '=', id).executeTakeFirst()
  return row?.agent_id
}

/** Whether an owner who is not suspended has been seen since then. */
export async function hasActiveOwner(
  reader: Reader,
  organizationId: Id<'org'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select exists (select from members m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.role = 'owner' and u.standing <> 'suspended'
        and u.deleted_at is null
        and exists (select from sessions s where s.user_id = u.id and s.last_seen_at > ${since})) as active`.execute(
    reader,
  )
  return rows[0]?.active === true
}
