import { sql } from 'kysely'
import { sqlState } from './sql-state.ts'
import type { Tx } from './transact.ts'

/** Reads within a savepoint. Returns undefined if PostgreSQL reports an error; the transaction continues. */
export async function attempt<T>(tx: Tx, read: () => Promise<T>): Promise<T | undefined> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await read()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    if (sqlState(error) === undefined) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    return undefined
  }
}
