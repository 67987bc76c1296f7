import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { BankPayoutOutcome, Lookup, TransferInput } from '../processor.ts'
import { refusedBy } from '../refusals.ts'
import type { BankPayoutSnapshot } from '../snapshots.ts'
import { changeBalance, lockAccount } from './accounts.ts'
import { about, emit } from './events.ts'
import { findBank } from './instruments.ts'
import { idempotent } from './idempotent-call.ts'
import { processingDelayMs } from './payments.ts'
import { bankRefusal, refusals, refusedOutcome } from './refusals.ts'

type PayoutRow = Selectable<Schema['sandbox_payouts']>

export async function sendBankPayout(store: Store, input: TransferInput): Promise<BankPayoutOutcome> {
  const { amount, currency } = input.amount
  const response = await idempotent(
    store,
    { operation: 'payout', input, amount: input.amount },
    async (tx) => {
      const account = await lockAccount(tx, input.accountRef, input.amount)
      if (account.state !== 'active') return { refusal: refusals.notReady }
      const refusedByBank = bankRefusal(account.bank, 'payout', input)
      if (refusedByBank !== undefined) return refusedByBank
      if (account.balance < amount) return { refusal: refusals.accountShort }
      const payout = await tx
        .insertInto('sandbox_payouts')
        .values({
          id: newId('sbpo', tx.now),
          our_id: input.id,
          account_id: account.id,
          amount,
          currency,
          state: 'in_transit',
          due_at: after(tx.now, processingDelayMs),
          created_at: tx.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await changeBalance(tx, account.id, -amount)
      await emitState(tx, payout)
      return { made: payout.id }
    },
  ).catch(refusedBy)
  if (response === 'unknown') return { outcome: 'unknown' }
  if ('outcome' in response) return response
  if (!('made' in response)) return refusedOutcome(response)
  const lookup = { ref: response.made, under: input.accountRef }
  const payout = await store.read((reader) => fetchBankPayout(reader, lookup))
  return payout === undefined ? { outcome: 'unknown' } : { outcome: 'submitted', payout }
}

/** Simulates the bank: accepts, rejects, or returns an accepted payout. */
export async function settleBankPayout(tx: Tx, payout: PayoutRow, bankName: string | null): Promise<void> {
  const behavior = findBank(bankName ?? '')?.payouts ?? 'arrive'
  const fails = behavior === 'fail' || payout.state === 'paid'
  const returnsLater = behavior === 'return' && !fails
  if (fails) await changeBalance(tx, payout.account_id, payout.amount)
  const changed = await tx
    .updateTable('sandbox_payouts')
    .set({
      state: fails ? 'failed' : 'paid',
      failure: fails ? 'bank_account_refused' : null,
      due_at: returnsLater ? after(tx.now, processingDelayMs) : null,
    })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await emitState(tx, changed)
}

async function emitState(tx: Tx, payout: PayoutRow): Promise<void> {
  await emit(tx, `payout.${payout.state}`, { ...about('bankPayout', payout), under: payout.account_id })
}

export async function fetchBankPayout(
  reader: Reader,
  lookup: Lookup & { under: string },
): Promise<BankPayoutSnapshot | undefined> {
  const query = reader.selectFrom('sandbox_payouts').selectAll().where('account_id', '=', lookup.under)
  const row = await (
    'ref' in lookup ? query.where('id', '=', lookup.ref) : query.where('our_id', '=', lookup.id)
  ).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.our_id,
    ref: row.id,
    accountRef: row.account_id,
    status: row.state,
    amount: { amount: row.amount, currency: row.currency },
    failureCode: row.failure ?? undefined,
    failureMessage: row.failure === null ? undefined : 'The bank rejected the payout.',
  }
}
