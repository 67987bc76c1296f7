import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { MethodSnapshot } from '../snapshots.ts'
import { emit } from './events.ts'
import { findCard, type TestCard } from './instruments.ts'
import { idOrThrow, idempotent } from './idempotent-call.ts'

type MethodRow = Selectable<Schema['sandbox_methods']>

export async function ensureCustomer(store: Store, input: { id: string }): Promise<{ ref: string }> {
  const response = await idempotent(store, { operation: 'customer', input }, async (tx) => {
    const id = newId('sbcus', tx.now)
    await tx.insertInto('sandbox_customers').values({ id, our_id: input.id, created_at: tx.now }).execute()
    return { made: id }
  })
  return { ref: idOrThrow(response) }
}

export async function attachMethod(tx: Tx, customerId: string, card: TestCard): Promise<MethodRow> {
  return tx
    .insertInto('sandbox_methods')
    .values({ id: newId('sbpm', tx.now), customer_id: customerId, card: card.number, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeMethod(store: Store, ref: string): Promise<void> {
  await store.write(async (tx) => {
    const removed = await tx
      .updateTable('sandbox_methods')
      .set({ removed_at: tx.now })
      .where('id', '=', ref)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (removed !== undefined) await emit(tx, 'method.removed', { kind: 'method', ref })
  })
}

export async function findMethod(reader: Reader, ref: string): Promise<MethodRow | undefined> {
  return reader.selectFrom('sandbox_methods').selectAll().where('id', '=', ref).executeTakeFirst()
}

export async function requireCustomer(reader: Reader, ref: string): Promise<void> {
  const row = await reader
    .selectFrom('sandbox_customers')
    .select('id')
    .where('id', '=', ref)
    .executeTakeFirst()
  if (row === undefined) throw new ProcessorRefused('no_such_customer', `No such customer: ${ref}.`)
}

/** The test card of a stored number; only test cards are stored. */
export function cardOf(number: string): TestCard {
  const card = findCard(number)
  if (card === undefined) throw new Error('Stored card is not a test card.')
  return card
}

export function methodSnapshot(row: MethodRow): MethodSnapshot {
  return {
    ref: row.id,
    status: row.removed_at === null ? 'attached' : 'removed',
    brand: cardOf(row.card).brand,
    last4: row.card.slice(-4),
    expMonth: 12,
    expYear: row.created_at.getUTCFullYear() + 4,
    fingerprint: sha256(`sandbox card ${row.card}`).toString('hex').slice(0, 16),
  }
}
