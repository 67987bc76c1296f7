import { sql, type RawBuilder } from 'kysely'
import type { MarketHealth } from 'souk-contract'
import { streamStates } from '../../audit/stream/queries.ts'
import type { Reader } from '../../db/transact.ts'
import { dueIn, queuesOf } from '../../workers/queue-queries.ts'

const countMax = 10_000
const statementsMax = 10
const statementChars = 200

/** Number of due rows of each queue that has a lag, counted up to a maximum. */
export async function countDue(reader: Reader): Promise<Record<string, number>> {
  const queues = Object.entries(queuesOf(reader)).map(
    ([name, queue]) => sql`, ${countOf(dueIn(queue, reader.now))} as ${sql.id(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${countOf(sql`from outbox`)} as events ${sql.join(queues, sql` `)}`.execute(reader)
  const streams = (await streamStates(reader)).map(({ name, waiting }) => [`audit ${name}`, waiting])
  return { ...rows[0], ...Object.fromEntries(streams) }
}

function countOf(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from (select ${rows} limit ${sql.lit(countMax)}) due)`
}

interface DatabaseHealth {
  readonly connections: number
  readonly addresses: number
  readonly databaseBytes: number
  readonly fileBytes: number
}

export async function databaseHealth(reader: Reader): Promise<DatabaseHealth> {
  const { rows } = await sql<DatabaseHealth>`
    select count(*)::int as connections, count(distinct coalesce(client_addr::text, 'local'))::int as addresses,
      pg_database_size(current_database())::float8 as "databaseBytes",
      coalesce((select sum(size) from files), 0)::float8 as "fileBytes"
    from pg_stat_activity where datname = current_database() and application_name = 'souk'`.execute(reader)
  return rows[0] ?? { connections: 0, addresses: 0, databaseBytes: 0, fileBytes: 0 }
}

/** Null without the extension, or if the role of the database may not read it. */
export async function slowestStatements(reader: Reader): Promise<MarketHealth['slowest']> {
  const { rows: found } = await sql<{ usable: boolean }>`
    select coalesce(has_table_privilege(to_regclass('pg_stat_statements'), 'select'), false)
      and current_setting('shared_preload_libraries') like '%pg_stat_statements%' as usable`.execute(reader)
  if (found[0]?.usable !== true) return null
  const { rows } = await sql<NonNullable<MarketHealth['slowest']>[number]>`
    select left(query, ${sql.lit(statementChars)}) as statement, calls::float8 as calls,
      mean_exec_time as "meanMs", total_exec_time as "totalMs"
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${sql.lit(statementsMax)}`.execute(reader)
  return rows
}
