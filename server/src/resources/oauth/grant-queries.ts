import { sql, type Insertable, type Selectable } from 'kysely'
import type { Money } from 'souk-contract'
import { appPeriodOf } from '../../approvals/enforcement/rules.ts'
import { authorityTopic } from '../../authority/topics.ts'
import type { GrantIdentity } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { rolesHolding } from '../../authority/rights.ts'

/** Person and agent of a grant. Its key says whether it is active. */
export async function getGrantIdentity(reader: Reader, id: Id<'grt'>): Promise<GrantIdentity> {
  const row = await reader
    .selectFrom('oauth_grants')
    .select(['client_id', 'client_name', 'user_id', 'resource'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { client_id: clientId, client_name: clientName, user_id: userId, resource } = row
  return { id, clientId, clientName, userId, resource }
}

export async function insertGrant(tx: Tx, grant: Insertable<Schema['oauth_grants']>): Promise<void> {
  await tx.insertInto('oauth_grants').values(grant).execute()
}

export async function insertCode(tx: Tx, code: Insertable<Schema['oauth_codes']>): Promise<void> {
  await tx.insertInto('oauth_codes').values(code).execute()
}

/** Active grants of an agent, including those whose code is not exchanged yet. The agent must be locked. */
export async function countApps(tx: Tx, agentId: Id<'agt'>): Promise<number> {
  const { count } = await tx
    .selectFrom('agent_keys')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('agent_id', '=', agentId)
    .where('grant_id', 'is not', null)
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An active grant with everything that a list shows. */
export type AppRow = Selectable<Schema['oauth_grants']> &
  Pick<Selectable<Schema['oauth_clients']>, 'kind' | 'homepage'> &
  Pick<Selectable<Schema['agents']>, 'handle' | 'display_name'> &
  Pick<Selectable<Schema['agent_keys']>, 'scopes' | 'last_used_at'> & { spent: bigint }

/** Apps that this person connected, and those of agents that this person manages. */
export async function appsOf(reader: Reader, userId: Id<'usr'>, page: PageRequest): Promise<AppRow[]> {
  const before = idBefore('grt', page)
  const { rows } = await sql<AppRow>`
    select ${appColumns(reader)} and g.id < ${before} and ${visibleTo(userId)}
    order by g.id desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

export async function findApp(reader: Reader, userId: Id<'usr'>, id: string): Promise<AppRow | undefined> {
  const { rows } = await sql<AppRow>`
    select ${appColumns(reader)} and g.id = ${id} and ${visibleTo(userId)}`.execute(reader)
  return rows[0]
}

function appColumns({ now }: Reader) {
  const period = appPeriodOf(now, '')
  return sql`g.*, c.kind, c.homepage, a.handle, a.display_name, k.scopes, k.last_used_at,
      coalesce(s.spent, 0)::bigint as spent
    from oauth_grants g
    join oauth_clients c on c.id = g.client_id
    join agents a on a.id = g.agent_id
    join agent_keys k on k.grant_id = g.id
    left join gate_spending s on s.agent_id = g.agent_id and s.currency = g.currency
      and s.period = ${period} || g.id
    where g.connected_at is not null and k.deactivated_at is null and k.disabled_at is null`
}

function visibleTo(userId: Id<'usr'>) {
  return sql`(g.user_id = ${userId} or exists (
    select from agent_access x where x.agent_id = g.agent_id and x.user_id = ${userId}
      and x.role = any(${rolesHolding('manage')}::text[])))`
}

export async function updateLimit(tx: Tx, id: Id<'grt'>, { amount, currency }: Money): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ daily_limit: BigInt(amount), currency })
    .where('id', '=', id)
    .execute()
}

/** Deactivates the key of a grant, which ends its tokens, calls and streams. Returns false if it had ended. */
export async function endGrant(tx: Tx, id: Id<'grt'>): Promise<boolean> {
  const ended = await tx
    .updateTable('agent_keys')
    .set({ deactivated_at: tx.now })
    .where('grant_id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .execute()
  for (const key of ended) tx.publish(authorityTopic.key(key.id))
  return ended.length > 0
}

/** Ends the active grants of a person. Returns the count. */
export async function endGrantsOfPerson(tx: Tx, userId: Id<'usr'>): Promise<number> {
  const ended = await tx
    .updateTable('agent_keys')
    .set({ deactivated_at: tx.now })
    .where('held_by', '=', userId)
    .where('grant_id', 'is not', null)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) tx.publish(authorityTopic.key(id))
  return ended.length
}
