import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'

export type LogoRow = Selectable<Schema['market_logos']>

/** The same image again keeps its row. */
export async function insertLogo(tx: Tx, row: Insertable<Schema['market_logos']>): Promise<void> {
  await tx
    .insertInto('market_logos')
    .values(row)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

export async function findLogo(reader: Reader, digest: string): Promise<LogoRow | undefined> {
  return reader.selectFrom('market_logos').selectAll().where('digest', '=', digest).executeTakeFirst()
}
