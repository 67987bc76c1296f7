import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { mailPlan } from '../debts/mail-plan.ts'
import { closePlan, lockActivePlan } from '../debts/queries.ts'
import { viewPlan } from '../debts/view.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import { lockBalances } from '../ledger/queries.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { findDeskAgent } from '../../resources/market-desk/queries.ts'
import { requireNoInterest } from './access.ts'

export const endDebtPlan: Operation<AdminContract['moneyDesk']['endDebtPlan']> = async (
  tx,
  caller,
  { agentId, reason },
) => {
  const agent = found(await findDeskAgent(tx, agentId), 'agent')
  await requireNoInterest(tx, caller, [agent.id])
  const wallet = walletOfAgent(tx, agent.id)
  const { owed } = await lockBalances(tx, wallet)
  const plan = await lockActivePlan(tx, wallet)
  if (plan === undefined)
    return fail('conflict', 'This agent has no active plan.', 'List the debts to see plans.')
  await closePlan(tx, plan.id, 'ended')
  emitPaymentsChanged(tx, agent.id)
  await mailPlan(tx, { kind: 'debt-plan-ended', wallet, owed, facts: { end: 'ended' } })
  await record(tx, caller, {
    action: 'debt-plan.ended',
    target: agent.id,
    details: { plan: plan.id, reason },
  })
  const installments = plan.installments.map((one) =>
    one.state === 'due' ? { ...one, state: 'canceled' as const } : one,
  )
  return { plan: viewPlan({ ...plan, state: 'ended', ended_at: tx.now, installments }) }
}
