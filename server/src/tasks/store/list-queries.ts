import { sql } from 'kysely'
import type { Phase } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { isDisclosed } from './queries.ts'
import { sections, fullTaskColumns, type Detail, type FullTask } from './read-queries.ts'

export type Role = 'client' | 'provider'

export interface TaskSearch {
  readonly agentId: Id<'agt'>
  /** The other party; null means any. */
  readonly otherId: Id<'agt'> | null
  /** Sides that the agent can have. */
  readonly roles: readonly Role[]
  readonly phases: readonly Phase[] | null
  readonly contextId: string | null
  readonly since: Date | null
  readonly before: { readonly at: Date; readonly id: string } | null
  readonly limit: number
}

/** Upper bound of the total: the cost of a count grows with the number of rows. */
const countedMax = 1000

type ListedTask = FullTask & { readonly total: number }

/**
 * A page of tasks, latest change first, with their total. Each combination of filters has its own statement text and each
 * role its own subquery, so that PostgreSQL can plan each with the matching index.
 */
export async function listedTasks(
  reader: Reader,
  search: TaskSearch,
  detail: Detail,
): Promise<{ tasks: FullTask[]; total: number }> {
  const { before, limit } = search
  const conditions = search.roles.map((role) => conditionFor(role, search, reader.now))
  const pages = conditions.map(
    (condition) => sql`(
      select t.id, t.status_at from tasks t
      where ${condition} and ${before === null ? sql`true` : sql`(t.status_at, t.id) < (${before.at}, ${before.id})`}
      order by t.status_at desc, t.id desc limit ${limit + 1})`,
  )
  const counts = conditions.map(
    (condition) => sql`(select 1 from tasks t where ${condition} limit ${countedMax})`,
  )
  const { rows } = await sql<ListedTask>`/* list-tasks */
    with page as (
      select id, status_at from (${sql.join(pages, sql` union all `)}) found
      order by status_at desc, id desc limit ${limit + 1}
    ), counted as (
      select count(*)::int as total
      from (select 1 from (${sql.join(counts, sql` union all `)}) each limit ${countedMax}) found
    )
    select ${fullTaskColumns}, counted.total
    from counted left join page on true left join tasks t on t.id = page.id ${sections(detail, sql`left join`)}
    order by page.status_at desc, page.id desc`.execute(reader)
  return { tasks: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** SQL condition: the agent has this role, and the other filters match. */
function conditionFor(role: Role, { agentId, otherId, phases, contextId, since }: TaskSearch, now: Date) {
  const [ownId, counterpartyId] =
    role === 'client'
      ? [sql.ref('t.client_id'), sql.ref('t.provider_id')]
      : [sql.ref('t.provider_id'), sql.ref('t.client_id')]
  return sql`
    ${ownId} = ${agentId} and ${otherId === null ? sql`true` : sql`${counterpartyId} = ${otherId}`}
    and ${role === 'provider' ? sql`true` : isDisclosed(now)}
    and ${phases === null ? sql`true` : sql`t.phase = any(${[...phases]}::text[])`}
    and ${contextId === null ? sql`true` : sql`t.context_id = ${contextId}`}
    and ${since === null ? sql`true` : sql`t.status_at >= ${since}`}`
}
