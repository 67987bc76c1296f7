import type { AdminContract } from 'souk-contract'
import { fail, found } from '../../failure.ts'
import { lockBalances } from '../ledger/queries.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { findDeskAgent } from '../../resources/market-desk/queries.ts'
import { requireNoInterest } from './access.ts'
import { requireOwed } from './execute-write-off.ts'
import { proposeAction } from './propose-action.ts'

export const writeOffDebt: Operation<AdminContract['moneyDesk']['writeOffDebt']> = async (
  tx,
  caller,
  { agentId, amount, reason },
) => {
  const { id } = found(await findDeskAgent(tx, agentId), 'agent')
  await requireNoInterest(tx, caller, [id])
  const { owed } = await lockBalances(tx, walletOfAgent(tx, id))
  if (owed === 0n)
    fail('conflict', 'This agent has no debt.', 'List the debts and choose an agent with a debt.')
  const wanted = amount === undefined ? owed : BigInt(amount)
  requireOwed(tx, wanted, owed)
  return proposeAction(tx, caller, { kind: 'write-off', subjectId: id, amount: wanted, reason })
}
