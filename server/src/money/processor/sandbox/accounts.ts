import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { newId } from '../../../lib/ids.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { PayoutAccountInput } from '../processor.ts'
import type { Money, PayoutAccountSnapshot } from '../snapshots.ts'
import { refusedCountry } from './instruments.ts'
import { idOrThrow, idempotent } from './idempotent-call.ts'

type AccountRow = Selectable<Schema['sandbox_accounts']>

export async function createPayoutAccount(store: Store, input: PayoutAccountInput): Promise<{ ref: string }> {
  if (input.country === refusedCountry) {
    throw new ProcessorRefused('unsupported_country', `Accounts in ${input.country} are not supported.`)
  }
  const response = await idempotent(store, { operation: 'account', input }, async (tx) => {
    const id = newId('sbacc', tx.now)
    const { email, country, currency } = input
    await tx
      .insertInto('sandbox_accounts')
      .values({
        id,
        our_id: input.id,
        email,
        country,
        currency,
        balance: 0n,
        state: 'not_started',
        created_at: tx.now,
      })
      .execute()
    return { made: id }
  })
  return { ref: idOrThrow(response) }
}

export async function fetchPayoutAccount(
  reader: Reader,
  ref: string,
): Promise<PayoutAccountSnapshot | undefined> {
  const row = await reader.selectFrom('sandbox_accounts').selectAll().where('id', '=', ref).executeTakeFirst()
  if (row === undefined) return undefined
  const missing = {
    not_started: ['bank'],
    action_required: ['bank'],
    pending: [],
    active: [],
    restricted: [],
  }
  return { ref: row.id, status: row.state, missing: missing[row.state] }
}

export async function requireAccount(reader: Reader, ref: string): Promise<void> {
  const row = await reader
    .selectFrom('sandbox_accounts')
    .select('id')
    .where('id', '=', ref)
    .executeTakeFirst()
  if (row === undefined) throw new ProcessorRefused('no_such_account', `There is no payout account ${ref}.`)
}

/** Refuses an amount in a currency other than the account's. */
export async function lockAccount(tx: Tx, ref: string, amount: Money): Promise<AccountRow> {
  const row = await tx
    .selectFrom('sandbox_accounts')
    .selectAll()
    .where('id', '=', ref)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ProcessorRefused('no_such_account', `There is no payout account ${ref}.`)
  if (row.currency !== amount.currency) {
    throw new ProcessorRefused('currency_mismatch', `The payout account takes ${row.currency} only.`)
  }
  return row
}

export async function changeBalance(tx: Tx, accountId: string, change: bigint): Promise<void> {
  await tx
    .updateTable('sandbox_accounts')
    .set((set) => ({ balance: set('balance', '+', change) }))
    .where('id', '=', accountId)
    .execute()
}
