import { sql, type Updateable } from 'kysely'
import { leaseDue } from '../../../db/lease.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'
import type { Id } from '../../../lib/ids.ts'
import type { AuthorityRow } from '../queries.ts'

const batchSize = 20
/** Poll interval while the page can be open. */
export const savedCardPollMs = 10 * minute

/** Cards that are being saved, each with the reference of its session. */
export async function leaseDueSetups(tx: Tx): Promise<{ id: Id<'pau'>; ref: string }[]> {
  const { rows } = await leaseDue(tx, 'payment_authorities', {
    batchSize,
    until: after(tx.now, savedCardPollMs),
    where: sql`book = ${tx.settings.book} and state in ('pending', 'failed') and session_ref is not null`,
  }).execute(tx)
  return rows.flatMap(({ id, session_ref: ref }) => (ref === null ? [] : [{ id, ref }]))
}

export type Card = Pick<
  AuthorityRow,
  'method_ref' | 'brand' | 'last4' | 'exp_month' | 'exp_year' | 'fingerprint'
>

/** Applies the outcome of a setup. A card removed in the meantime stays removed. */
export async function finishSetup(
  tx: Tx,
  setup: { readonly ref: string; readonly id: Id<'pau'> },
  outcome: { readonly state: 'active' | 'failed' } & Partial<Card>,
): Promise<void> {
  await tx
    .updateTable('payment_authorities')
    .set({
      ...outcome,
      due_at: outcome.state === 'active' ? null : pollWhilePageIsOpen(setup.ref),
      updated_at: tx.now,
    })
    .where((where) => where.or([where('session_ref', '=', setup.ref), where('id', '=', setup.id)]))
    .where('state', 'in', ['pending', 'failed'])
    .execute()
}

/** Keeps polling after a decline while the page is open, because another card can be tried. */
function pollWhilePageIsOpen(ref: string) {
  return sql<Date | null>`case when session_ref is distinct from ${ref} then due_at end`
}

/** A session that the processor does not know can never complete. */
export async function failSetup(tx: Tx, id: Id<'pau'>): Promise<void> {
  await tx
    .updateTable('payment_authorities')
    .set({ state: 'failed', due_at: null, updated_at: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export async function updateSavedCards(
  tx: Tx,
  methodRef: string,
  changes: Updateable<Schema['payment_authorities']>,
): Promise<void> {
  await tx
    .updateTable('payment_authorities')
    .set({ ...changes, updated_at: tx.now })
    .where('method_ref', '=', methodRef)
    .where('state', '=', 'active')
    .execute()
}
