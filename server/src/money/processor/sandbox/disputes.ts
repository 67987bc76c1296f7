import type { Selectable } from 'kysely'
import { minorUnits } from 'souk-contract'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after, day } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { EvidenceInput, EvidenceOutcome } from '../processor.ts'
import { refused } from '../refusals.ts'
import type { DisputeSnapshot } from '../snapshots.ts'
import { emit } from './events.ts'
import { idempotent } from './idempotent-call.ts'
import { cardOf } from './methods.ts'
import { recordBalanceTransaction } from './balance-transactions.ts'
import { processingDelayMs, type PaymentRow } from './payments.ts'
import { refusals, refusedOutcome } from './refusals.ts'

type DisputeRow = Selectable<Schema['sandbox_disputes']>

/** In major units of the currency. */
const disputeFee = 15
/** Default: a dispute that neither the card nor a test decides is lost after a week. */
const undecidedMs = 7 * day

/** The cardholder disputes the payment: amount and fee leave the platform balance immediately. */
export async function openDispute(tx: Tx, payment: PaymentRow): Promise<void> {
  const { currency } = payment
  const amount = payment.amount - payment.refunded
  const fee = BigInt(minorUnits(disputeFee, currency))
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
      due_at: dueAfter(tx.now, { state: 'open', card: payment.card, steps: 0 }),
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(tx, 'dispute.opened', { kind: 'dispute', ref: dispute.id, ourId: payment.our_id })
  const withdrawn = { amount: -amount, currency }
  await recordBalanceTransaction(tx, { kind: 'dispute', sourceRef: dispute.id, amount: withdrawn, fee })
}

/** Decides a dispute: won returns the amount, lost changes nothing. */
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

/** Decides by the evidence; without it, applies the next step of the card, or loses an undefended dispute. */
export async function advanceDispute(tx: Tx, dispute: DisputeRow, card: string): Promise<void> {
  const verdict = verdictOn(dispute.evidence)
  if (verdict !== undefined) return closeDispute(tx, dispute, verdict)
  const step = cardOf(card).disputes?.[dispute.steps]
  if (step === 'appeal') await appeal(tx, dispute)
  else await closeDispute(tx, dispute, step ?? 'lost')
  const state = step === 'appeal' ? 'open' : (step ?? 'lost')
  const steps = dispute.steps + 1
  await tx
    .updateTable('sandbox_disputes')
    .set({ steps, due_at: dueAfter(tx.now, { state, card, steps }) })
    .where('id', '=', dispute.id)
    .execute()
}

function verdictOn(evidence: string | null): 'won' | 'lost' | undefined {
  if (evidence === null) return undefined
  return evidence.includes(losingWord) ? 'lost' : 'won'
}

function dueAfter(now: Date, at: { state: DisputeRow['state']; card: string; steps: number }): Date | null {
  if (cardOf(at.card).disputes?.[at.steps] !== undefined) return after(now, processingDelayMs)
  return at.state === 'open' ? after(now, undecidedMs) : null
}

/** Evidence with this word is rejected; any other wins. */
const losingWord = 'losing_evidence'

/** Evidence decides an open dispute five seconds later, whatever its card would do. */
export async function submitEvidence(store: Store, input: EvidenceInput): Promise<EvidenceOutcome> {
  const { disputeRef, evidence } = input
  const dispute = await store.read((reader) => findDispute(reader, disputeRef))
  if (dispute === undefined) return refused(refusals.noSuchDispute)
  const amount = { amount: dispute.amount, currency: dispute.currency }
  const response = await idempotent(store, { operation: 'evidence', input, amount }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sandbox_disputes')
      .set({ evidence: JSON.stringify(evidence), due_at: after(tx.now, processingDelayMs) })
      .where('id', '=', disputeRef)
      .where('state', '=', 'open')
      .where('evidence', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? { refusal: refusals.disputeClosed } : { made: disputeRef }
  })
  if (response === 'unknown') return { outcome: 'unknown' }
  return 'made' in response ? { outcome: 'submitted' } : refusedOutcome(response)
}

async function findDispute(reader: Reader, ref: string): Promise<DisputeRow | undefined> {
  return reader.selectFrom('sandbox_disputes').selectAll().where('id', '=', ref).executeTakeFirst()
}

/** Appeals a lost dispute. */
export async function appealDispute(store: Store, ref: string): Promise<void> {
  await store.write(async (tx) => {
    const dispute = await tx
      .selectFrom('sandbox_disputes')
      .selectAll()
      .where('id', '=', ref)
      .where('state', '=', 'lost')
      .forUpdate()
      .executeTakeFirst()
    if (dispute !== undefined) await appeal(tx, dispute)
  })
}

async function appeal(tx: Tx, { id }: DisputeRow): Promise<void> {
  await tx
    .updateTable('sandbox_disputes')
    .set({ state: 'open', appeal: 'open', due_at: after(tx.now, undecidedMs) })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'dispute.appealed', { kind: 'dispute', ref: id })
}

async function closeDispute(tx: Tx, dispute: DisputeRow, verdict: 'won' | 'lost'): Promise<void> {
  await tx
    .updateTable('sandbox_disputes')
    .set({ state: verdict, appeal: dispute.appeal === 'open' ? 'decided' : dispute.appeal, due_at: null })
    .where('id', '=', dispute.id)
    .execute()
  await emit(tx, `dispute.${verdict}`, { kind: 'dispute', ref: dispute.id })
  if (verdict === 'lost') return
  const amount = { amount: dispute.amount, currency: dispute.currency }
  await recordBalanceTransaction(tx, { kind: 'dispute', sourceRef: dispute.id, amount })
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
    appeal: row.appeal,
    amount: money(row.amount),
    withdrawn: money(row.amount),
    reinstated: money(row.state === 'won' ? row.amount : 0n),
    fee: money(row.fee),
  }
}
