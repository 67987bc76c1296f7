import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'

/** Names by ID, to show beside the IDs. */
export type Names = ReadonlyMap<string, string>

/** Current names of people, agents, organizations and tasks; other IDs have none. */
export async function findNames(reader: Reader, ids: readonly (string | null)[]): Promise<Names> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name as name from users where id = any(${wanted})
    union all
    select id, '@' || handle from agents where id = any(${wanted})
    union all
    select id, display_name from organizations where id = any(${wanted})
    union all
    select id, title from tasks where id = any(${wanted})`.execute(reader)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
