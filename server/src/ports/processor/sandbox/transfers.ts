import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store } from '../../../db/transact.ts'
import { newId } from '../../../lib/ids.ts'
import { ProcessorRefused } from '../errors.ts'
import type { Lookup, ReversalInput, ReversalOutcome, TransferInput, TransferOutcome } from '../processor.ts'
import type { TransferSnapshot } from '../snapshots.ts'
import { changeBalance, lockAccount } from './accounts.ts'
import { about, emit } from './events.ts'
import { lockBalance, move } from './movements.ts'
import { once } from './once.ts'
import { declined } from './payments.ts'

type TransferRow = Selectable<Schema['sandbox_transfers']>

export async function sendTransfer(store: Store, input: TransferInput): Promise<TransferOutcome> {
  const { amount, currency } = input.amount
  const answer = await once(store, { operation: 'transfer', input, amount: input.amount }, async (tx) => {
    const account = await lockAccount(tx, input.accountRef, input.amount)
    if (account.state !== 'active') return { refused: 'account_not_ready' }
    const { available } = await lockBalance(tx, currency)
    if (available.amount < amount) return { short: 'platform' }
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
    await move(tx, { kind: 'transfer', sourceRef: transfer.id, amount: { amount: -amount, currency } })
    return { made: transfer.id }
  })
  if (answer === 'unknown') return { outcome: 'unknown' }
  if ('refused' in answer) return { outcome: 'failed', failure: declined(answer.refused) }
  if ('short' in answer) return { outcome: 'insufficient_platform_balance' }
  const transfer = await store.read((reader) => fetchTransfer(reader, { ref: answer.made }))
  return transfer === undefined ? { outcome: 'unknown' } : { outcome: 'sent', transfer }
}

export async function reverseTransfer(store: Store, input: ReversalInput): Promise<ReversalOutcome> {
  const { amount, currency } = input.amount
  const answer = await once(store, { operation: 'reversal', input, amount: input.amount }, async (tx) => {
    const transfer = await tx
      .selectFrom('sandbox_transfers')
      .selectAll()
      .where('id', '=', input.transferRef)
      .forUpdate()
      .executeTakeFirst()
    if (transfer === undefined || transfer.amount - transfer.reversed < amount) {
      throw new ProcessorRefused('cannot_reverse', 'There is not that much left of the transfer to reverse.')
    }
    const account = await lockAccount(tx, transfer.account_id, input.amount)
    if (account.balance < amount) return { short: 'account' }
    await tx
      .updateTable('sandbox_transfers')
      .set({ reversed: transfer.reversed + amount })
      .where('id', '=', transfer.id)
      .execute()
    await changeBalance(tx, account.id, -amount)
    await emit(tx, 'transfer.reversed', { ...about('transfer', transfer), under: account.id })
    await move(tx, { kind: 'transfer_reversal', sourceRef: transfer.id, amount: { amount, currency } })
    return { made: transfer.id }
  })
  if (answer === 'unknown' || 'refused' in answer) return { outcome: 'unknown' }
  if ('short' in answer) return { outcome: 'insufficient_account_balance' }
  const transfer = await store.read((reader) => fetchTransfer(reader, { ref: answer.made }))
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
