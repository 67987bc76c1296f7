import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { leaseDue } from '../../db/lease.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type PayoutRow = Selectable<Schema['payouts']>
export type AccountRow = Selectable<Schema['payout_accounts']>

export async function findAccount(reader: Reader, agentId: Id<'agt'>): Promise<AccountRow | undefined> {
  return reader
    .selectFrom('payout_accounts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
}

/** Creates the payout account of the agent if it does not exist. */
export async function ensureAccount(tx: Tx, agentId: Id<'agt'>, country: string): Promise<void> {
  await tx
    .insertInto('payout_accounts')
    .values({
      agent_id: agentId,
      book: tx.settings.book,
      country,
      state: 'not_started',
      missing: [],
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function lockAccount(tx: Tx, agentId: Id<'agt'>): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('payout_accounts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateAccount(
  tx: Tx,
  agentId: Id<'agt'>,
  changes: Updateable<Schema['payout_accounts']>,
): Promise<AccountRow> {
  return tx
    .updateTable('payout_accounts')
    .set({ ...changes, updated_at: tx.now })
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** `ref` is the processor's id of the account. */
export async function lockAccountByRef(tx: Tx, ref: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('payout_accounts').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst()
}

export async function updateAccountByRef(
  tx: Tx,
  ref: string,
  changes: Updateable<Schema['payout_accounts']>,
): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set({ ...changes, updated_at: tx.now })
    .where('ref', '=', ref)
    .execute()
}

export async function insertPayout(tx: Tx, payout: Insertable<Schema['payouts']>): Promise<PayoutRow> {
  emitPaymentsChanged(tx, payout.agent_id)
  return tx.insertInto('payouts').values(payout).returningAll().executeTakeFirstOrThrow()
}

/** A payout of the current book. The configured processor does not know payouts of other books. */
export async function lockPayout(tx: Tx, id: Id<'pout'>): Promise<PayoutRow | undefined> {
  return tx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('book', '=', tx.settings.book)
    .forUpdate()
    .executeTakeFirst()
}

/** Starts a step with its first attempt due. */
export function newStep(tx: Tx, state: 'sent' | 'in_transit' | 'reversing') {
  return { state, attempt: 1, calls: 0, step_since: tx.now, due_at: tx.now }
}

/** A new state clears `stopped_in` unless the change sets it. */
export async function updatePayout(
  tx: Tx,
  id: Id<'pout'>,
  changes: Updateable<Schema['payouts']>,
): Promise<PayoutRow> {
  const payout = await tx
    .updateTable('payouts')
    .set({ ...(changes.state === undefined ? {} : { stopped_in: null }), ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emitPaymentsChanged(tx, payout.agent_id)
  return payout
}

export async function findPayoutOf(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'pout'>,
): Promise<PayoutRow | undefined> {
  return reader
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
}

export async function findPayoutByRef(reader: Reader, ref: string): Promise<PayoutRow | undefined> {
  return reader
    .selectFrom('payouts')
    .selectAll()
    .where((where) => where.or([where('transfer_ref', '=', ref), where('bank_ref', '=', ref)]))
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
}

export async function payoutsOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): Promise<PayoutRow[]> {
  return reader
    .selectFrom('payouts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .where('id', '<', idBefore('pout', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

const batchSize = 20
const leaseMs = 2 * minute

/** A suspension stops payouts before each step that sends money; a step that may have been sent is followed to its end. */
const isHeld = sql<boolean>`(payouts.state in ('requested', 'sent') and payouts.calls = 0
  and exists (select from agents where agents.id = payouts.agent_id and agents.standing = 'suspended'))`

/** Operators hold this payout: no new attempt of a step that sends money starts. */
const isHeldByOperators = sql<boolean>`(payouts.hold_reason is not null
  and payouts.state in ('requested', 'sending', 'sent') and payouts.calls = 0)`

/** The operators have switched payouts off: no new step that sends money starts. */
const areHeld = ({ settings }: Pick<Reader, 'settings'>) =>
  sql<boolean>`(${!settings.policy.payouts}::boolean and payouts.state in ('requested', 'sent') and payouts.calls = 0)`

/** Payouts that the lease takes once they are due. */
export const waitingPayouts = (context: Pick<Reader, 'settings'>) =>
  sql<boolean>`payouts.book = ${context.settings.book}
    and not ${isHeld} and not ${isHeldByOperators} and not ${areHeld(context)}`

export async function leaseDuePayouts(tx: Tx): Promise<PayoutRow[]> {
  const { rows } = await leaseDue(tx, 'payouts', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: waitingPayouts(tx),
    set: sql`calls = calls + 1, state = case state when 'requested' then 'sending' else state end`,
  }).execute(tx)
  return rows
}
