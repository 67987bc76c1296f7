import { record } from '../../../audit/record.ts'
import type { Tx } from '../../../db/transact.ts'
import { post } from '../../ledger/post.ts'
import { lockBalances } from '../../ledger/queries.ts'
import { chargeback, chargebackWon } from '../../ledger/recipes.ts'
import { after, day } from '../../../lib/clock.ts'
import { isId } from '../../../lib/ids.ts'
import type { DisputeSnapshot } from '../../processor/snapshots.ts'
import { systemCaller } from '../../../caller.ts'
import { insertChargeback, lockChargeback, updateChargeback } from './chargeback-queries.ts'
import { decideHolds, holdRecentEarnings, restoreCovered } from './earnings-holds.ts'
import { lockClients } from './hold-queries.ts'
import { findPaymentByRef, lockPayment, type ChargebackRow, type PaymentRow } from '../queries.ts'
import { walletOfAgent } from '../wallet.ts'

/** Poll interval of open chargebacks: a decision whose webhook was lost is applied within a day. */
const pollMs = day

/**
 * Applies the processor's current state of a chargeback. Withdrawn money is taken from the wallet or becomes debt;
 * reinstated money is returned, first to the providers whose earnings covered it. An inquiry moves no money and is not
 * recorded, even when it is closed. An appeal reopens a decided chargeback.
 */
export async function applyChargeback(tx: Tx, snapshot: DisputeSnapshot): Promise<void> {
  const payment = await disputedPayment(tx, snapshot)
  if (payment === undefined || snapshot.status === 'inquiry') return
  const debtor = payment.liable_id ?? payment.agent_id
  await lockClients(tx, [payment.agent_id, debtor])
  const recorded = await lockChargeback(tx, snapshot.ref)
  if (recorded === undefined && isClosedInquiry(snapshot)) return
  const known = recorded ?? (await openChargeback(tx, payment, snapshot))
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
    // The processor charges its fee once but may withdraw in parts. The cumulative sum makes each part's posting id
    // unique.
    const fee = known.withdrawn === 0n ? snapshot.fee.amount : 0n
    const chargebackId = `${snapshot.ref}:${snapshot.withdrawn.amount}`
    await post(tx, chargeback({ ...fact, chargebackId, amount, available, fee }), { actor: 'system' })
  }
  if (snapshot.reinstated.amount > known.reinstated) {
    const { owed } = await lockBalances(tx, wallet)
    const back = snapshot.reinstated.amount - known.reinstated
    const wasLost = known.state === 'lost' || appealAfter(snapshot, known) !== 'none'
    const amount = wasLost ? back - (await restoreCovered(tx, payment, back)) : back
    const chargebackId = `${snapshot.ref}:${snapshot.reinstated.amount}`
    await post(tx, chargebackWon({ ...fact, chargebackId, amount, owed }), { actor: 'system' })
  }
  await updateChargeback(tx, snapshot.ref, {
    // The funds can have moved to another agent since the chargeback was opened.
    agent_id: debtor,
    state: snapshot.status,
    appeal: appealAfter(snapshot, known),
    withdrawn: snapshot.withdrawn.amount,
    reinstated: snapshot.reinstated.amount,
    due_at: snapshot.status === 'open' ? after(tx.now, pollMs) : null,
  })
  if (snapshot.status === 'open') await holdRecentEarnings(tx, wallet, payment)
  else await decideHolds(tx, wallet)
}

/** A dispute that was won before it withdrew anything: a closed inquiry or a prevented dispute. */
function isClosedInquiry({ status, withdrawn, reinstated }: DisputeSnapshot): boolean {
  return status === 'won' && withdrawn.amount === 0n && reinstated.amount === 0n
}

/** Concurrent fetches can arrive out of order: an older snapshot must not reopen a decision or undo a movement. */
function isOlder({ status, appeal, withdrawn, reinstated }: DisputeSnapshot, known: ChargebackRow): boolean {
  const isAppeal = appeal === 'open' && known.appeal !== 'decided'
  const reopens = status === 'open' && known.state !== 'open'
  return (reopens && !isAppeal) || withdrawn.amount < known.withdrawn || reinstated.amount < known.reinstated
}

const appealRanks = { none: 0, open: 1, decided: 2 } as const

/** An appeal only advances. A decision without an appeal may predate it, so it does not end one. */
function appealAfter({ appeal }: DisputeSnapshot, known: ChargebackRow): DisputeSnapshot['appeal'] {
  return appealRanks[appeal] > appealRanks[known.appeal] ? appeal : known.appeal
}

async function disputedPayment(
  tx: Tx,
  { paymentId, paymentRef }: DisputeSnapshot,
): Promise<PaymentRow | undefined> {
  const id = (await findPaymentByRef(tx, paymentRef))?.id ?? paymentId
  return id !== undefined && isId('pay', id) ? lockPayment(tx, id) : undefined
}

/** Records a chargeback on its first snapshot. The lock on the payment serializes this. */
async function openChargeback(
  tx: Tx,
  payment: PaymentRow,
  snapshot: DisputeSnapshot,
): Promise<ChargebackRow> {
  const agentId = payment.liable_id ?? payment.agent_id
  const details = { payment: payment.id, amount: Number(snapshot.amount.amount) }
  tx.emit({ kind: 'chargeback.opened', agentId, subject: payment.id, data: { paymentId: payment.id } })
  await record(tx, systemCaller, { action: 'chargeback.opened', target: payment.agent_id, details })
  return insertChargeback(tx, {
    ref: snapshot.ref,
    payment_id: payment.id,
    agent_id: agentId,
    book: payment.book,
    state: 'open',
    amount: snapshot.amount.amount,
    currency: payment.currency,
    due_at: after(tx.now, pollMs),
    created_at: tx.now,
    updated_at: tx.now,
  })
}
