import { systemCaller } from '../../caller.ts'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { post, type Actor } from '../ledger/post.ts'
import { payoutRelease, payoutReturn, payoutSent } from '../ledger/recipes.ts'
import { after, day, hour } from '../../lib/clock.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { BankPayoutSnapshot, TransferSnapshot } from '../processor/snapshots.ts'
import { updatePayout, findPayoutByRef, lockPayout, newStep, type PayoutRow } from './queries.ts'

/** Poll interval of payouts at the bank. */
const bankPollMs = 6 * hour
const returnableMs = 30 * day

const solved = { failure: null, failure_message: null }

/** The transfer is created: the money has left the platform balance, unless it is reversed. */
export async function applyTransfer(tx: Tx, snapshot: TransferSnapshot): Promise<void> {
  const payout = await findPayout(tx, snapshot)
  if (payout === undefined) return
  if (stepOf(payout) === 'sending' || payout.state === 'canceling') {
    await post(tx, payoutSent(factOf(tx, payout)), { actor: 'system' })
    await updatePayout(tx, payout.id, { ...newStep(tx, 'sent'), ...solved, transfer_ref: snapshot.ref })
  }
  if (snapshot.status === 'reversed') await applyReversal(tx, payout.id)
}

export async function applyBankPayout(tx: Tx, snapshot: BankPayoutSnapshot): Promise<void> {
  const payout = await findPayout(tx, snapshot)
  if (payout === undefined || !isAtBank(payout)) return
  const { ref: bank_ref, status } = snapshot
  switch (status) {
    case 'pending':
    case 'in_transit':
      // A paid payout never returns to the bank: this snapshot is older.
      if (payout.state === 'paid') return scheduleNextPoll(tx, payout.id)
      await updatePayout(tx, payout.id, {
        ...(payout.state === 'in_transit' ? {} : { ...newStep(tx, 'in_transit'), ...solved }),
        bank_ref,
        due_at: after(tx.now, bankPollMs),
      })
      return
    case 'paid':
      if (payout.state !== 'paid') {
        const { id, agent_id: agentId } = payout
        tx.emit({ kind: 'payout.sent', agentId, subject: id, data: { payoutId: id } })
      }
      await updatePayout(tx, payout.id, {
        state: 'paid',
        ...solved,
        bank_ref,
        due_at: nextPollAt(tx.now, payout),
      })
      return
    case 'failed':
    case 'canceled':
      await updatePayout(tx, payout.id, {
        ...newStep(tx, 'reversing'),
        bank_ref,
        failure: snapshot.failureCode ?? status,
        failure_message: snapshot.failureMessage ?? 'The bank rejected the payout.',
      })
  }
}

/** Whether a reversing payout has reached the bank: the processor knows a bank payout that we do not. */
function isAtBank(payout: PayoutRow): boolean {
  if (payout.state === 'reversing') return payout.bank_ref === null
  return ['sent', 'in_transit', 'paid'].includes(stepOf(payout))
}

function stepOf({ state, stopped_in }: PayoutRow) {
  return stopped_in ?? state
}

/** A bank can return a payout days later, and the webhook can be lost: polls at growing intervals for a month. */
function nextPollAt(now: Date, { created_at: createdAt }: PayoutRow): Date | null {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs > returnableMs ? null : after(now, Math.max(day, ageMs))
}

/** Keeps a paid payout unchanged until the next poll. */
export async function scheduleNextPoll(tx: Tx, id: Id<'pout'>): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout?.state === 'paid') await updatePayout(tx, id, { due_at: nextPollAt(tx.now, payout) })
}

const unreturnable: ReadonlySet<string> = new Set(['returned', 'failed', 'canceled'])

/** Returns reversed money to earnings. */
export async function applyReversal(tx: Tx, id: Id<'pout'>): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout === undefined || unreturnable.has(payout.state)) return
  await post(tx, payoutReturn(factOf(tx, payout)), { actor: 'system' })
  await updatePayout(tx, id, { state: 'returned', due_at: null })
  emitFailed(tx, payout, payout.failure ?? 'returned')
  await record(tx, systemCaller, { action: 'payout.returned', target: id })
}

function emitFailed(tx: Tx, { id, agent_id: agentId }: PayoutRow, failure: string): void {
  tx.emit({ kind: 'payout.failed', agentId, subject: id, data: { payoutId: id, failure } })
}

interface PayoutRelease {
  readonly state: 'failed' | 'canceled'
  readonly failure?: string
  readonly failure_message?: string
}

/**
 * Returns the held amount to earnings; nothing was or will be sent. Requires a lock on the payout, taken before its
 * transfer.
 */
export async function releasePayout(
  tx: Tx,
  payout: PayoutRow,
  released: PayoutRelease,
  actor: Actor = 'system',
): Promise<PayoutRow> {
  await post(tx, payoutRelease(factOf(tx, payout)), { actor })
  const changed = await updatePayout(tx, payout.id, { ...released, due_at: null })
  if (released.state === 'failed') emitFailed(tx, payout, released.failure ?? 'failed')
  const details = released.failure === undefined ? {} : { failure: released.failure }
  await record(tx, systemCaller, { action: `payout.${released.state}`, target: payout.id, details })
  return changed
}

/** In the book and currency in which the amount was held. */
function factOf(tx: Tx, { id: payoutId, agent_id: agentId, book, currency, amount }: PayoutRow) {
  return { book, currency, agentId, amount, payoutId, processor: tx.settings.processor }
}

async function findPayout(
  tx: Tx,
  { id, ref }: { id: string | undefined; ref: string },
): Promise<PayoutRow | undefined> {
  if (id !== undefined && isId('pout', id)) return lockPayout(tx, id)
  const found = await findPayoutByRef(tx, ref)
  return found === undefined ? undefined : lockPayout(tx, found.id)
}
