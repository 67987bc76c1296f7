import { formatMoney, type AdminContract } from 'souk-contract'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { post } from '../../money/ledger/post.ts'
import { lockBalances } from '../../money/ledger/queries.ts'
import { writeOff } from '../../money/ledger/recipes.ts'
import { walletOfAgent } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { requireNoInterest } from './access.ts'
import type { ActionRow } from './action-queries.ts'
import { proposeAction } from './propose-action.ts'

export const writeOffDebt: Operation<AdminContract['moneyDesk']['writeOffDebt']> = async (
  tx,
  caller,
  { agentId, amount, reason },
) => {
  if (!isId('agt', agentId)) return notFound('debt')
  await requireNoInterest(tx, caller, [agentId])
  const { owed } = await lockBalances(tx, walletOfAgent(tx, agentId))
  if (owed === 0n) return notFound('debt')
  const wanted = amount === undefined ? owed : BigInt(amount)
  requireOwed(tx, wanted, owed)
  return proposeAction(tx, caller, { kind: 'write-off', subjectId: agentId, amount: wanted, reason })
}

export async function executeWriteOff(tx: Tx, caller: OperatorCaller, action: ActionRow): Promise<void> {
  const { id: writeOffId, subject_id: agentId, amount } = action
  if (!isId('agt', agentId)) return notFound('debt')
  await requireNoInterest(tx, caller, [agentId])
  const wallet = walletOfAgent(tx, agentId)
  const { owed } = await lockBalances(tx, wallet)
  requireOwed(tx, amount, owed)
  await post(tx, writeOff({ ...wallet, amount, writeOffId }), { actor: 'operator' })
}

function requireOwed({ settings: { currency } }: Tx, amount: bigint, owed: bigint): void {
  if (amount <= owed) return
  const written = formatMoney({ amount: owed, currency })
  fail('unprocessable', `"amount" must be at most ${written}, the debt.`, 'Write off less.')
}
