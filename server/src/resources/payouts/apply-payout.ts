import { systemCaller } from '../../caller.ts'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { post } from '../../ledger/post.ts'
import { payoutRelease, payoutReturn, payoutSent } from '../../ledger/recipes.ts'
import { after, day, hour } from '../../lib/clock.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { BankPayoutSnapshot, TransferSnapshot } from '../../ports/processor/snapshots.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import { changePayout, findPayoutByRef, lockPayout, type PayoutRow } from './queries.ts'

/** While the bank has it, it is asked after so often. */
const bankCheckMs = 6 * hour
const returnableMs = 30 * day

/** The transfer is made: the money has left our balance for good, unless it is reversed. */
export async function applyTransfer(tx: Tx, snapshot: TransferSnapshot): Promise<void> {
  const payout = await findPayout(tx, snapshot)
  if (payout === undefined) return
  if (payout.state === 'sending') {
    await post(tx, payoutSent(factOf(tx, payout)), { actor: 'system' })
    await changePayout(tx, payout.id, { state: 'sent', transfer_ref: snapshot.ref, due_at: tx.now })
  }
  if (snapshot.status === 'reversed') await applyReversal(tx, payout.id)
}

export async function applyBankPayout(tx: Tx, snapshot: BankPayoutSnapshot): Promise<void> {
  const payout = await findPayout(tx, snapshot)
  if (payout === undefined || !['sent', 'in_transit', 'paid'].includes(payout.state)) return
  switch (snapshot.status) {
    case 'pending':
    case 'in_transit':
      await changePayout(tx, payout.id, {
        state: 'in_transit',
        bank_ref: snapshot.ref,
        due_at: after(tx.now, bankCheckMs),
      })
      return
    case 'paid':
      await changePayout(tx, payout.id, {
        state: 'paid',
        bank_ref: snapshot.ref,
        due_at: nextLook(tx.now, payout),
      })
      return
    case 'failed':
    case 'canceled':
      await changePayout(tx, payout.id, {
        state: 'reversing',
        bank_ref: snapshot.ref,
        failure: snapshot.failureCode ?? snapshot.status,
        due_at: tx.now,
      })
  }
}

/**
 * A bank may send back what it took, days later, and what the processor tells of it can be lost: a payout is asked after
 * at ever longer intervals, for a month.
 */
function nextLook(now: Date, { created_at: createdAt }: PayoutRow): Date | null {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs > returnableMs ? null : after(now, Math.max(day, ageMs))
}

/** What came back goes back to earnings. */
export async function applyReversal(tx: Tx, id: Id<'pout'>): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout === undefined || payout.state === 'returned' || payout.state === 'failed') return
  await post(tx, payoutReturn(factOf(tx, payout)), { actor: 'system' })
  await changePayout(tx, id, { state: 'returned', due_at: null })
  await record(tx, systemCaller, { action: 'payout.returned', target: id })
}

/** The processor will not send it: nothing has left, and the earnings are back. */
export async function refusePayout(tx: Tx, id: Id<'pout'>, failure: string): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout?.state !== 'sending') return
  await post(tx, payoutRelease(factOf(tx, payout)), { actor: 'system' })
  await changePayout(tx, id, { state: 'failed', failure, due_at: null })
  await record(tx, systemCaller, { action: 'payout.failed', target: id, details: { failure } })
}

function factOf(tx: Tx, { id, agent_id: agentId, amount }: PayoutRow) {
  return { ...walletOfAgent(tx, agentId), amount, payoutId: id, processor: tx.settings.processor }
}

async function findPayout(
  tx: Tx,
  { id, ref }: { id: string | undefined; ref: string },
): Promise<PayoutRow | undefined> {
  if (id !== undefined && isId('pout', id)) return lockPayout(tx, id)
  const found = await findPayoutByRef(tx, ref)
  return found === undefined ? undefined : lockPayout(tx, found.id)
}
