import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { MethodSnapshot, SetupSnapshot } from '../processor/snapshots.ts'
import type { AuthorityRow } from './queries.ts'

/** Applies the result of saving a card. A card removed in the meantime stays removed. */
export async function applySetup(tx: Tx, snapshot: SetupSnapshot): Promise<void> {
  const state =
    snapshot.status === 'succeeded' ? 'active' : failedStatuses.has(snapshot.status) ? 'failed' : undefined
  if (state === undefined) return
  await tx
    .updateTable('payment_authorities')
    .set({ state, ...cardOf(snapshot.method), due_at: keepWhilePageIsOpen(snapshot), updated_at: tx.now })
    .where((where) =>
      where.or([
        where('session_ref', '=', snapshot.ref),
        where('id', '=', `pau_${(snapshot.id ?? '').slice(4)}`),
      ]),
    )
    .where('state', 'in', ['pending', 'failed'])
    .execute()
}

/** Keeps polling after a decline while the page is open, because another card can be tried. */
function keepWhilePageIsOpen({ status, ref }: SetupSnapshot) {
  return status === 'succeeded'
    ? null
    : sql<Date | null>`case when session_ref is distinct from ${ref} then due_at end`
}

const failedStatuses = new Set<SetupSnapshot['status']>(['failed', 'expired'])

/** Applies a renewed or removed card. */
export async function applyMethod(tx: Tx, ref: string, snapshot: MethodSnapshot | undefined): Promise<void> {
  const gone = snapshot === undefined || snapshot.status === 'removed'
  await tx
    .updateTable('payment_authorities')
    .set({ ...(gone ? { state: 'removed' as const } : cardOf(snapshot)), updated_at: tx.now })
    .where('method_ref', '=', ref)
    .where('state', '=', 'active')
    .execute()
}

type Card = Pick<AuthorityRow, 'method_ref' | 'brand' | 'last4' | 'exp_month' | 'exp_year'>

function cardOf(method: MethodSnapshot | undefined): Partial<Card> {
  if (method === undefined) return {}
  return {
    method_ref: method.ref,
    brand: method.brand,
    last4: method.last4,
    exp_month: method.expMonth,
    exp_year: method.expYear,
  }
}
