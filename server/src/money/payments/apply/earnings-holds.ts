/** The only place that holds earnings for a chargeback of the client, and decides them. */
import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { post } from '../../ledger/post.ts'
import { lockBalances, type Wallet } from '../../ledger/queries.ts'
import { coverDebt, holdEarnings, releaseEarnings, restoreEarnings } from '../../ledger/recipes.ts'
import { newId, type Id } from '../../../lib/ids.ts'
import {
  closeHold,
  insertHold,
  lockCoversOf,
  lockEarningsSince,
  lockHoldsOf,
  lockRisk,
  lostAmountOf,
  setRestored,
  type HoldRow,
} from './hold-queries.ts'
import { hasOpenChargeback, type PaymentRow } from '../queries.ts'
import { coverOf, smaller, planHolds } from '../rules.ts'

interface EarningsFact {
  readonly client: Wallet
  readonly providerId: Id<'agt'>
  readonly taskId: Id<'task'>
  readonly amount: bigint
}

/** Whether earnings from this client are at risk. The lock keeps the answer true until the transaction ends. */
export async function riskOf(tx: Tx, client: Wallet): Promise<'none' | 'open' | 'lost'> {
  await lockRisk(tx, client.agentId)
  if (await hasOpenChargeback(tx, client)) return 'open'
  return (await lostDebt(tx, client)) > 0n ? 'lost' : 'none'
}

/** Holds earnings paid by a client at risk: all of them for an open chargeback, or the client's debt for a lost one. */
export async function holdEarningsAtRisk(tx: Tx, earned: EarningsFact): Promise<void> {
  await createHold(tx, earned)
  await decideHolds(tx, earned.client)
}

/** Holds earnings paid before a chargeback opened, up to the client's debt, as far as they have not been paid out. */
export async function holdRecentEarnings(tx: Tx, client: Wallet, payment: PaymentRow): Promise<void> {
  const { owed } = await lockBalances(tx, client)
  const waiting = (await lockHoldsOf(tx, client)).reduce((sum, { amount }) => sum + amount, 0n)
  if (owed <= waiting) return
  const settled = await lockEarningsSince(tx, payment)
  for (const planned of planHolds(settled, owed - waiting)) await createHold(tx, { client, ...planned })
}

/** Decides the holds of a client without an open chargeback: the newest cover its debt, the rest is released. */
export async function decideHolds(tx: Tx, client: Wallet): Promise<void> {
  if (await hasOpenChargeback(tx, client)) return
  const holds = await lockHoldsOf(tx, client)
  if (holds.length === 0) return
  for (const { hold, cover } of coverOf(holds, await lostDebt(tx, client)))
    await closeAndPost(tx, hold, cover)
}

/** Returns reinstated money to the providers whose earnings covered the lost chargeback. Returns the sum. */
export async function restoreCovered(tx: Tx, payment: PaymentRow, back: bigint): Promise<bigint> {
  const covers = (await lockCoversOf(tx, payment)).map((row) => ({ row, amount: row.covered - row.restored }))
  let sum = 0n
  for (const { hold, cover } of coverOf(covers, back)) {
    if (cover === 0n) continue
    const { id: holdId, agent_id: agentId, task_id: taskId, book, currency, restored } = hold.row
    const part = restored + cover
    const fact = { book, currency, agentId, taskId, holdId, amount: cover, part }
    await post(tx, restoreEarnings({ ...fact, processor: tx.settings.processor }), { actor: 'system' })
    await setRestored(tx, holdId, part)
    const details = { task: taskId, amount: Number(cover) }
    await record(tx, systemCaller, { action: 'earnings.restored', target: agentId, details })
    sum += cover
  }
  return sum
}

async function lostDebt(tx: Tx, client: Wallet): Promise<bigint> {
  const lost = await lostAmountOf(tx, client)
  return lost === 0n ? 0n : smaller(lost, (await lockBalances(tx, client)).owed)
}

async function createHold(tx: Tx, { client, providerId, taskId, amount }: EarningsFact): Promise<void> {
  const { book, currency } = client
  const id = newId('ehd', tx.now)
  const fact = { book, currency, agentId: providerId, taskId, amount, holdId: id }
  await post(tx, holdEarnings(fact), { actor: 'system' })
  await insertHold(tx, {
    id,
    agent_id: providerId,
    client_id: client.agentId,
    task_id: taskId,
    book,
    currency,
    amount,
    state: 'held',
    created_at: tx.now,
  })
  const details = { task: taskId, amount: Number(amount) }
  await record(tx, systemCaller, { action: 'earnings.held', target: providerId, details })
}

async function closeAndPost(tx: Tx, hold: HoldRow, cover: bigint): Promise<void> {
  const { book, currency, agent_id: agentId, client_id: clientId, task_id: taskId, id: holdId } = hold
  const fact = { book, currency, agentId, taskId, holdId }
  const released = hold.amount - cover
  await post(tx, coverDebt({ ...fact, clientId, amount: cover }), { actor: 'system' })
  await post(tx, releaseEarnings({ ...fact, amount: released }), { actor: 'system' })
  await closeHold(tx, holdId, cover)
  const details = { task: taskId, released: Number(released), covered: Number(cover) }
  await record(tx, systemCaller, { action: 'earnings.decided', target: agentId, details })
}
