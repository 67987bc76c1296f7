import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store } from '../../../db/transact.ts'
import { newId } from '../../../lib/ids.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import { refusedBy } from '../refusals.ts'
import type { Lookup, ReversalInput, ReversalOutcome, TransferInput, TransferOutcome } from '../processor.ts'
import type { Money, TransferSnapshot } from '../snapshots.ts'
import { changeBalance, lockAccount } from './accounts.ts'
import { about, emit } from './events.ts'
import { lockBalance, recordBalanceTransaction } from './balance-transactions.ts'
import { idempotent } from './idempotent-call.ts'
import { bankRefusal, refusals, refusedOutcome } from './refusals.ts'

type TransferRow = Selectable<Schema['sandbox_transfers']>

export async function sendTransfer(store: Store, input: TransferInput): Promise<TransferOutcome> {
  const { amount, currency } = input.amount
  const response = await idempotent(
    store,
    { operation: 'transfer', input, amount: input.amount },
    async (tx) => {
      const account = await lockAccount(tx, input.accountRef, input.amount)
      if (account.state !== 'active') return { refusal: refusals.notReady }
      const refusedByBank = bankRefusal(account.bank, 'transfer', input)
      if (refusedByBank !== undefined) return refusedByBank
      const { available } = await lockBalance(tx, currency)
      if (available.amount < amount) return { refusal: refusals.platformShort }
      const transfer = await tx
        .insertInto('sandbox_transfers')
        .values({
          id: newId('sbtr', tx.now),
          our_id: input.id,
          account_id: account.id,
          amount,
          currency,
          created_at: tx.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await changeBalance(tx, account.id, amount)
      await emit(tx, 'transfer.sent', { ...about('transfer', transfer), under: account.id })
      await recordBalanceTransaction(tx, {
        kind: 'transfer',
        sourceRef: transfer.id,
        amount: { amount: -amount, currency },
      })
      return { made: transfer.id }
    },
  ).catch(refusedBy)
  if (response === 'unknown') return { outcome: 'unknown' }
  if ('outcome' in response) return response
  if (!('made' in response)) return refusedOutcome(response)
  const transfer = await store.read((reader) => fetchTransfer(reader, { ref: response.made }))
  return transfer === undefined ? { outcome: 'unknown' } : { outcome: 'sent', transfer }
}

export async function reverseTransfer(store: Store, input: ReversalInput): Promise<ReversalOutcome> {
  const { amount, currency } = input.amount
  const response = await idempotent(
    store,
    { operation: 'reversal', input, amount: input.amount },
    async (tx) => {
      const transfer = await tx
        .selectFrom('sandbox_transfers')
        .selectAll()
        .where('id', '=', input.transferRef)
        .forUpdate()
        .executeTakeFirst()
      if (transfer === undefined || transfer.amount - transfer.reversed < amount) {
        throw new ProcessorRefused(
          'cannot_reverse',
          'The reversal exceeds the remaining amount of the transfer.',
        )
      }
      const account = await lockAccount(tx, transfer.account_id, input.amount)
      const refusedByBank = bankRefusal(account.bank, 'reversal', input)
      if (refusedByBank !== undefined) return refusedByBank
      if (account.balance < amount) return { refusal: refusals.accountShort }
      await tx
        .updateTable('sandbox_transfers')
        .set({ reversed: transfer.reversed + amount })
        .where('id', '=', transfer.id)
        .execute()
      await changeBalance(tx, account.id, -amount)
      await emit(tx, 'transfer.reversed', { ...about('transfer', transfer), under: account.id })
      await recordBalanceTransaction(tx, {
        kind: 'transfer_reversal',
        sourceRef: transfer.id,
        amount: { amount, currency },
      })
      return { made: transfer.id }
    },
  ).catch(refusedBy)
  if (response === 'unknown') return { outcome: 'unknown' }
  if ('outcome' in response) return response
  if (!('made' in response)) return refusedOutcome(response)
  const transfer = await store.read((reader) => fetchTransfer(reader, { ref: response.made }))
  return transfer === undefined ? { outcome: 'unknown' } : { outcome: 'reversed', transfer }
}

export async function fetchTransfer(reader: Reader, lookup: Lookup): Promise<TransferSnapshot | undefined> {
  const query = reader.selectFrom('sandbox_transfers').selectAll()
  const row = await (
    'ref' in lookup
      ? query.where('id', '=', lookup.ref)
      : query.where('our_id', '=', lookup.id).where('account_id', '=', lookup.under)
  ).executeTakeFirst()
  return row === undefined ? undefined : transferSnapshot(row)
}

/** No conversion: sandbox accounts have the currency of the marketplace. */
export async function fetchArrival(
  reader: Reader,
  { ref }: { ref: string; under: string },
): Promise<Money | undefined> {
  return (await fetchTransfer(reader, { ref }))?.amount
}

function transferSnapshot(row: TransferRow): TransferSnapshot {
  const partly = row.reversed === 0n ? 'sent' : 'partly_reversed'
  return {
    id: row.our_id,
    ref: row.id,
    accountRef: row.account_id,
    status: row.reversed === row.amount ? 'reversed' : partly,
    amount: { amount: row.amount, currency: row.currency },
    reversed: { amount: row.reversed, currency: row.currency },
  }
}
