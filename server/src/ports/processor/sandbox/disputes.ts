import type { Selectable } from 'kysely'
import { minorUnits } from 'souk-contract'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after, day } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { DisputeSnapshot } from '../snapshots.ts'
import { emit } from './events.ts'
import { move } from './movements.ts'
import type { PaymentRow } from './payments.ts'

type DisputeRow = Selectable<Schema['sandbox_disputes']>

/** In units of the currency. */
const disputeFee = 15
/** Nobody answers a dispute in the sandbox, so it is lost after a week, unless a test decides otherwise. */
const undecidedMs = 7 * day

/** The card's owner says they did not pay: the money and a fee leave our balance at once. */
export async function openDispute(tx: Tx, payment: PaymentRow): Promise<void> {
  const { currency } = payment
  const amount = payment.amount - payment.refunded
  const fee = BigInt(minorUnits(disputeFee, currency))
  await tx.updateTable('sandbox_payments').set({ due_at: null }).where('id', '=', payment.id).execute()
  if (amount === 0n) return
  const dispute = await tx
    .insertInto('sandbox_disputes')
    .values({
      id: newId('sbdp', tx.now),
      payment_id: payment.id,
      amount,
      currency,
      fee,
      state: 'open',
      due_at: after(tx.now, undecidedMs),
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(tx, 'dispute.opened', { kind: 'dispute', ref: dispute.id, ourId: payment.our_id })
  const withdrawn = { amount: -amount, currency }
  await move(tx, { kind: 'dispute', sourceRef: dispute.id, amount: withdrawn, fee })
}

/** Ends a dispute as the card's bank would: won brings the amount back, lost changes nothing any more. */
export async function decideDispute(
  store: Store,
  { ref, verdict }: { ref: string; verdict: 'won' | 'lost' },
): Promise<void> {
  await store.write(async (tx) => {
    const dispute = await tx
      .selectFrom('sandbox_disputes')
      .selectAll()
      .where('id', '=', ref)
      .where('state', '=', 'open')
      .forUpdate()
      .executeTakeFirst()
    if (dispute !== undefined) await closeDispute(tx, dispute, verdict)
  })
}

export async function closeDispute(tx: Tx, dispute: DisputeRow, verdict: 'won' | 'lost'): Promise<void> {
  await tx
    .updateTable('sandbox_disputes')
    .set({ state: verdict, due_at: null })
    .where('id', '=', dispute.id)
    .execute()
  await emit(tx, `dispute.${verdict}`, { kind: 'dispute', ref: dispute.id })
  if (verdict === 'lost') return
  const amount = { amount: dispute.amount, currency: dispute.currency }
  await move(tx, { kind: 'dispute', sourceRef: dispute.id, amount })
}

export async function fetchDispute(reader: Reader, ref: string): Promise<DisputeSnapshot | undefined> {
  const row = await reader
    .selectFrom('sandbox_disputes as d')
    .innerJoin('sandbox_payments as p', 'p.id', 'd.payment_id')
    .selectAll('d')
    .select('p.our_id')
    .where('d.id', '=', ref)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const money = (amount: bigint) => ({ amount, currency: row.currency })
  return {
    ref: row.id,
    paymentRef: row.payment_id,
    paymentId: row.our_id,
    status: row.state,
    amount: money(row.amount),
    withdrawn: money(row.amount),
    reinstated: money(row.state === 'won' ? row.amount : 0n),
    fee: money(row.fee),
  }
}
