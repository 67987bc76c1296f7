import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { post } from '../ledger/post.ts'
import { lockBalances } from '../ledger/queries.ts'
import { chargeback, chargebackWon } from '../ledger/recipes.ts'
import { after, day } from '../../lib/clock.ts'
import { isId } from '../../lib/ids.ts'
import type { DisputeSnapshot } from '../processor/snapshots.ts'
import { systemCaller } from '../../caller.ts'
import { decideHolds, holdRecentEarnings, restoreCovered } from './earnings-holds.ts'
import { lockClients } from './hold-queries.ts'
import { findPaymentByRef, lockPayment, type ChargebackRow, type PaymentRow } from './queries.ts'
import { walletOfAgent } from './wallet.ts'

/** Banks take weeks to decide; a verdict of which nobody told us is learnt of a day later. */
const pollMs = day

/**
 * Brings a chargeback to what the processor says it is now: money that left is taken from the wallet, or owed; money
 * that came back is given back, first to providers who paid for it. An inquiry moves nothing yet, and an appeal makes a
 * decided chargeback open again.
 */
export async function applyChargeback(tx: Tx, snapshot: DisputeSnapshot): Promise<void> {
  const payment = await disputedPayment(tx, snapshot)
  if (payment === undefined || snapshot.status === 'inquiry') return
  const debtor = payment.liable_id ?? payment.agent_id
  await lockClients(tx, [payment.agent_id, debtor])
  const known = await openChargeback(tx, payment, snapshot)
  if (isOlder(snapshot, known)) return
  const wallet = walletOfAgent(tx, debtor)
  const fact = {
    ...wallet,
    paymentId: payment.id,
    chargebackId: snapshot.ref,
    processor: tx.settings.processor,
  }
  if (snapshot.withdrawn.amount > known.withdrawn) {
    const { available } = await lockBalances(tx, wallet)
    const amount = snapshot.withdrawn.amount - known.withdrawn
    // The processor charges its fee once, and may withdraw in parts: the sum so far tells the parts apart.
    const fee = known.withdrawn === 0n ? snapshot.fee.amount : 0n
    const chargebackId = `${snapshot.ref}:${snapshot.withdrawn.amount}`
    await post(tx, chargeback({ ...fact, chargebackId, amount, available, fee }), { actor: 'system' })
  }
  if (snapshot.reinstated.amount > known.reinstated) {
    const { owed } = await lockBalances(tx, wallet)
    const back = snapshot.reinstated.amount - known.reinstated
    const wasLost = known.state === 'lost' || appealAfter(snapshot, known) !== 'none'
    const amount = wasLost ? back - (await restoreCovered(tx, wallet, back)) : back
    const chargebackId = `${snapshot.ref}:${snapshot.reinstated.amount}`
    await post(tx, chargebackWon({ ...fact, chargebackId, amount, owed }), { actor: 'system' })
  }
  await tx
    .updateTable('chargebacks')
    .set({
      state: snapshot.status,
      appeal: appealAfter(snapshot, known),
      withdrawn: snapshot.withdrawn.amount,
      reinstated: snapshot.reinstated.amount,
      due_at: snapshot.status === 'open' ? after(tx.now, pollMs) : null,
      updated_at: tx.now,
    })
    .where('ref', '=', snapshot.ref)
    .execute()
  if (snapshot.status === 'open') await holdRecentEarnings(tx, wallet, payment)
  else await decideHolds(tx, wallet)
}

/** Whoever asked before the verdict may be heard after it: what is over stays over, and what was moved stays moved. */
function isOlder({ status, appeal, withdrawn, reinstated }: DisputeSnapshot, known: ChargebackRow): boolean {
  const isAppeal = appeal === 'open' && known.appeal !== 'decided'
  const reopens = status === 'open' && known.state !== 'open'
  return (reopens && !isAppeal) || withdrawn.amount < known.withdrawn || reinstated.amount < known.reinstated
}

const appealRanks = { none: 0, open: 1, decided: 2 } as const

/** An appeal goes only forward. A verdict that does not tell of one may be the verdict before it, so it ends none. */
function appealAfter({ appeal }: DisputeSnapshot, known: ChargebackRow): DisputeSnapshot['appeal'] {
  return appealRanks[appeal] > appealRanks[known.appeal] ? appeal : known.appeal
}

async function disputedPayment(
  tx: Tx,
  { paymentId, paymentRef }: DisputeSnapshot,
): Promise<PaymentRow | undefined> {
  const id =
    paymentId !== undefined && isId('pay', paymentId)
      ? paymentId
      : (await findPaymentByRef(tx, paymentRef))?.id
  return id === undefined ? undefined : lockPayment(tx, id)
}

/** The row as it was, under a lock; made when this is the first we hear of it. */
async function openChargeback(
  tx: Tx,
  payment: PaymentRow,
  snapshot: DisputeSnapshot,
): Promise<ChargebackRow> {
  const made = await tx
    .insertInto('chargebacks')
    .values({
      ref: snapshot.ref,
      payment_id: payment.id,
      agent_id: payment.liable_id ?? payment.agent_id,
      book: payment.book,
      state: 'open',
      amount: snapshot.amount.amount,
      currency: payment.currency,
      due_at: after(tx.now, pollMs),
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst()
  if (made !== undefined) {
    const details = { payment: payment.id, amount: Number(snapshot.amount.amount) }
    await record(tx, systemCaller, { action: 'chargeback.opened', target: payment.agent_id, details })
  }
  return tx
    .selectFrom('chargebacks')
    .selectAll()
    .where('ref', '=', snapshot.ref)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
