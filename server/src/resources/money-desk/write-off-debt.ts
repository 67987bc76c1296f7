import type { AdminContract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { lockBalances } from '../../money/ledger/queries.ts'
import { walletOfAgent } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { requireNoInterest } from './access.ts'
import { requireOwed } from './execute-write-off.ts'
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
