import { sql } from 'kysely'
import type { AuditEntryRow } from '../../audit/queries.ts'
import type { Reader } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

interface AuditFilter {
  readonly userId?: string | undefined
  readonly target?: string | undefined
  readonly action?: string | undefined
  readonly actor?: AuditEntryRow['actor_kind'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly page: PageRequest
}

export async function auditEntriesBefore(
  reader: Reader,
  { userId, target, action, actor, from, to, page }: AuditFilter,
): Promise<AuditEntryRow[]> {
  return (
    reader
      .selectFrom('audit_entries')
      .selectAll()
      .where('id', '<', idBefore('aud', page))
      .$if(userId !== undefined, (query) => query.where(sql`user_id`, '=', userId))
      .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
      .$if(action !== undefined, (query) => query.where(sql<boolean>`starts_with(action, ${action})`))
      // A literal, so that a prepared plan can use the partial index.
      .$if(actor !== undefined, (query) => query.where('actor_kind', '=', sql.lit(actor ?? 'operator')))
      .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
      .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
  )
}

const recentMax = 20

/** Latest entries about an object or by a person. */
export async function recentEntries(reader: Reader, id: string): Promise<AuditEntryRow[]> {
  const { rows } = await sql<AuditEntryRow>`
    select * from (
      (select * from audit_entries where target = ${id} order by at desc limit ${sql.lit(recentMax)})
      union
      (select * from audit_entries where user_id = ${id} order by id desc limit ${sql.lit(recentMax)})) entries
    order by id desc limit ${sql.lit(recentMax)}`.execute(reader)
  return rows
}
