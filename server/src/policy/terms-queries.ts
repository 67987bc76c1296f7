import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

export type TermsRow = Selectable<Schema['terms_of_service']>

export async function findLatestTerms(reader: Reader): Promise<TermsRow | undefined> {
  return reader
    .selectFrom('terms_of_service')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertTerms(tx: Tx, row: Insertable<Schema['terms_of_service']>): Promise<void> {
  await tx.insertInto('terms_of_service').values(row).execute()
}

/** The first consent to a version stays. */
export async function insertConsent(
  tx: Tx,
  { userId, version }: { readonly userId: Id<'usr'>; readonly version: number },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('terms_consents')
    .values({ user_id: userId, version, consented_at: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

const consentsMax = 20

/** Consents of a person, newest first. */
export async function consentsOf(reader: Reader, userId: Id<'usr'>) {
  const rows = await reader
    .selectFrom('terms_consents')
    .select(['version', 'consented_at'])
    .where('user_id', '=', userId)
    .orderBy('version', 'desc')
    .limit(consentsMax)
    .execute()
  return rows.map(({ version, consented_at: at }) => ({ version, consentedAt: at.toISOString() }))
}

export async function hasConsented(
  reader: Reader,
  { userId, version }: { readonly userId: Id<'usr'>; readonly version: number },
): Promise<boolean> {
  const found = await reader
    .selectFrom('terms_consents')
    .select('version')
    .where('user_id', '=', userId)
    .where('version', '>=', version)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
