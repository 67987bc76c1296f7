import { sql } from 'kysely'
import type { Store, Tx } from '../../../db/transact.ts'
import { settleBankPayout } from './bank-payouts.ts'
import { advanceDispute, openDispute } from './disputes.ts'
import { about, emit } from './events.ts'
import { after, day } from '../../../lib/clock.ts'
import { findBank } from './instruments.ts'
import { cardOf } from './methods.ts'
import { settlePayment, type PaymentRow } from './payments.ts'
import { finishRefund, refundByProcessor } from './refunds.ts'

const batchSize = 50

/** Advances the simulation: late payments, disputes, bank payouts, expired pages. Run by a worker. */
export async function advance({ store }: { store: Store }): Promise<number> {
  let done = 0
  for (const step of [payments, refunds, disputes, payouts, accounts, sessions, settlements, prune]) {
    done += await store.write(step)
  }
  return done
}

async function payments(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) await (row.state === 'processing' ? settlePayment(tx, row) : undo(tx, row))
  return rows.length
}

async function undo(tx: Tx, payment: PaymentRow): Promise<void> {
  await tx.updateTable('sandbox_payments').set({ due_at: null }).where('id', '=', payment.id).execute()
  if (cardOf(payment.card).disputes === undefined) await refundByProcessor(tx, payment)
  else await openDispute(tx, payment)
}

async function refunds(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sandbox_refunds as r')
    .innerJoin('sandbox_payments as p', 'p.id', 'r.payment_id')
    .selectAll('r')
    .select('p.card')
    .where('r.due_at', '<=', tx.now)
    .orderBy('r.due_at')
    .limit(batchSize)
    .forUpdate('r')
    .skipLocked()
    .execute()
  for (const row of rows) await finishRefund(tx, row, row.card)
  return rows.length
}

async function disputes(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sandbox_disputes as d')
    .innerJoin('sandbox_payments as p', 'p.id', 'd.payment_id')
    .selectAll('d')
    .select('p.card')
    .where('d.due_at', '<=', tx.now)
    .orderBy('d.due_at')
    .limit(batchSize)
    .forUpdate('d')
    .skipLocked()
    .execute()
  for (const row of rows) await advanceDispute(tx, row, row.card)
  return rows.length
}

async function payouts(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sandbox_payouts as p')
    .innerJoin('sandbox_accounts as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .select('a.bank')
    .where('p.due_at', '<=', tx.now)
    .orderBy('p.due_at')
    .limit(batchSize)
    .forUpdate('p')
    .skipLocked()
    .execute()
  for (const row of rows) await settleBankPayout(tx, row, row.bank)
  return rows.length
}

async function accounts(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('sandbox_accounts')
    .selectAll()
    .where('due_at', '<=', tx.now)
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) {
    const state = findBank(row.bank ?? '')?.accountLater ?? row.state
    await tx.updateTable('sandbox_accounts').set({ state, due_at: null }).where('id', '=', row.id).execute()
    await emit(tx, 'account.updated', about('payoutAccount', row))
  }
  return rows.length
}

async function sessions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string; our_id: string; kind: 'checkout' | 'setup' | 'onboard' }>`
    update sandbox_sessions set state = 'expired'
    where id = any (array(
      select id from sandbox_sessions where state = 'open' and expires_at <= ${tx.now}
      limit ${batchSize} for update skip locked
    ))
    returning id, our_id, kind`.execute(tx)
  for (const row of rows) {
    if (row.kind === 'checkout') await emit(tx, 'checkout.expired', about('payment', row))
    if (row.kind === 'setup') await emit(tx, 'setup.expired', about('setup', row))
  }
  return rows.length
}

async function settlements(tx: Tx): Promise<number> {
  const { rows } = await sql<{ currency: string }>`
    update sandbox_movements set announced = true
    where id = any (array(
      select id from sandbox_movements where not announced and available_at <= ${tx.now}
      limit ${batchSize} for update skip locked
    ))
    returning currency`.execute(tx)
  for (const currency of new Set(rows.map((row) => row.currency))) {
    await emit(tx, 'balance.available', { kind: 'other', ref: currency })
  }
  return rows.length
}

/** Of idempotent calls and events. */
export const retentionMs = 30 * day

/** Calls and events older than the retention are no longer repeated or fetched. */
async function prune(tx: Tx): Promise<number> {
  let removed = 0
  for (const table of ['sandbox_calls', 'sandbox_events'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where created_at < ${after(tx.now, -retentionMs)} limit ${batchSize}
      )`.execute(tx)
    removed += Number(numAffectedRows)
  }
  return removed
}
