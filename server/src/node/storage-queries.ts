import { sql } from 'kysely'
import type { Reader } from '../db/transact.ts'

export async function databaseBytes(reader: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
    reader,
  )
  return Number(rows[0]?.bytes)
}
