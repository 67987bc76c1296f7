import type { Tx } from '../../../db/transact.ts'
import { ownerOfSetup } from '../../../resources/moderation/evasion-queries.ts'
import { suspectEvasion } from '../../../resources/moderation/suspect-evasion.ts'
import type { MethodSnapshot, SetupSnapshot } from '../../processor/snapshots.ts'
import { finishSetup, updateSavedCards, type Card } from './saved-card-queries.ts'

/** Applies the result of saving a card. A card removed in the meantime stays removed. */
export async function applySetup(tx: Tx, snapshot: SetupSnapshot): Promise<void> {
  const state =
    snapshot.status === 'succeeded' ? 'active' : failedStatuses.has(snapshot.status) ? 'failed' : undefined
  if (state === undefined) return
  const setup = { ref: snapshot.ref, id: `pau_${(snapshot.id ?? '').slice(4)}` } as const
  await finishSetup(tx, setup, { state, ...cardOf(snapshot.method) })
  const owner = state === 'active' ? await ownerOfSetup(tx, setup.ref) : undefined
  if (owner !== undefined) await suspectEvasion(tx, owner)
}

const failedStatuses = new Set<SetupSnapshot['status']>(['failed', 'expired'])

/** Applies a renewed or removed card. */
export async function applyMethod(tx: Tx, ref: string, snapshot: MethodSnapshot | undefined): Promise<void> {
  const isRemoved = snapshot === undefined || snapshot.status === 'removed'
  await updateSavedCards(tx, ref, isRemoved ? { state: 'removed' } : cardOf(snapshot))
}

function cardOf(method: MethodSnapshot | undefined): Partial<Card> {
  if (method === undefined) return {}
  return {
    method_ref: method.ref,
    brand: method.brand,
    last4: method.last4,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    fingerprint: method.fingerprint ?? null,
  }
}
