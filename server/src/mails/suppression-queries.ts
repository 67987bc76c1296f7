import type { Selectable } from 'kysely'
import type { SuppressionReason } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import type { PageRequest } from '../operation.ts'

export type SuppressionRow = Selectable<Schema['mail_suppressions']>

/** Addresses are compared case-insensitively, as those of accounts. */
export const addressKey = (address: string) => address.toLowerCase()

export async function saveSuppression(
  tx: Tx,
  { address, reason, detail }: { address: string; reason: SuppressionReason; detail: string },
): Promise<SuppressionRow> {
  return tx
    .insertInto('mail_suppressions')
    .values({ address_key: addressKey(address), reason, detail, created_at: tx.now })
    .onConflict((conflict) => conflict.column('address_key').doUpdateSet({ reason, detail }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteSuppression(tx: Tx, address: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_suppressions')
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function suppressionsAfter(reader: Reader, page: PageRequest): Promise<SuppressionRow[]> {
  return reader
    .selectFrom('mail_suppressions')
    .selectAll()
    .where('address_key', '>', String(page.after?.[0] ?? ''))
    .orderBy('address_key')
    .limit(page.limit + 1)
    .execute()
}
