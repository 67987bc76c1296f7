import type { Tx } from '../../db/transact.ts'
import { post, type Actor } from '../ledger/post.ts'
import { lockBalances, type Wallet } from '../ledger/queries.ts'
import { repay } from '../ledger/recipes.ts'
import { hasActivePlan } from './queries.ts'

/** Incoming money repays debt first, unless a plan repays it. */
export async function repayDebt(tx: Tx, wallet: Wallet, causeId: string, actor: Actor): Promise<void> {
  const { available, owed } = await lockBalances(tx, wallet)
  if (owed === 0n || available === 0n || (await hasActivePlan(tx, wallet))) return
  await post(tx, repay({ ...wallet, causeId, available, owed }), { actor })
}
