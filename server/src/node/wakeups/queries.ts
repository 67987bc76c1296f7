import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

export async function notify(database: Database, channel: string, texts: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, t) from unnest(${[...texts]}::text[]) t`.execute(database)
}
