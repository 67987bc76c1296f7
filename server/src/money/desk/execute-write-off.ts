import { formatMoney } from 'souk-contract'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { post } from '../ledger/post.ts'
import { lockBalances } from '../ledger/queries.ts'
import { writeOff } from '../ledger/recipes.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import { requireNoInterest } from './access.ts'
import type { ActionRow } from './action-queries.ts'

export async function executeWriteOff(tx: Tx, caller: OperatorCaller, action: ActionRow): Promise<void> {
  const { id: writeOffId, subject_id: agentId, amount } = action
  if (!isId('agt', agentId)) return notFound('debt')
  await requireNoInterest(tx, caller, [agentId])
  const wallet = walletOfAgent(tx, agentId)
  const { owed } = await lockBalances(tx, wallet)
  requireOwed(tx, amount, owed)
  await post(tx, writeOff({ ...wallet, amount, writeOffId }), { actor: 'operator' })
}

export function requireOwed({ settings: { currency } }: Tx, amount: bigint, owed: bigint): void {
  if (amount <= owed) return
  const written = formatMoney({ amount: owed, currency })
  fail('unprocessable', `"amount" must not exceed the debt of ${written}.`, 'Write off less.')
}
