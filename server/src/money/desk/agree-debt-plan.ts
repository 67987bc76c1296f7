import { formatMoney, type AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { mailPlan } from '../debts/mail-plan.ts'
import { findActivePlan, hasActivePlan, insertPlan } from '../debts/queries.ts'
import { faultOfPlan } from '../debts/rules.ts'
import { viewPlan } from '../debts/view.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import { lockBalances } from '../ledger/queries.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { findDeskAgent } from '../../resources/market-desk/queries.ts'
import { requireNoInterest } from './access.ts'

export const agreeDebtPlan: Operation<AdminContract['moneyDesk']['agreeDebtPlan']> = async (
  tx,
  caller,
  { agentId, installments, reason },
) => {
  const agent = found(await findDeskAgent(tx, agentId), 'agent')
  await requireNoInterest(tx, caller, [agent.id])
  const wallet = walletOfAgent(tx, agent.id)
  // The locks also serialize two operators who agree on a plan concurrently.
  const { owed } = await lockBalances(tx, wallet)
  if (owed === 0n)
    fail('conflict', 'This agent has no debt.', 'List the debts and choose an agent with a debt.')
  if (await hasActivePlan(tx, wallet))
    fail('conflict', 'This agent already has a payment plan.', 'End the current plan first.')
  const fault = faultOfPlan({ installments, owed, now: tx.now })
  if (fault !== undefined) {
    const debt = formatMoney({ amount: owed, currency: wallet.currency })
    fail('unprocessable', fault, `The debt is ${debt}.`)
  }
  const id = newId('dpl', tx.now)
  const [first] = installments
  await insertPlan(
    tx,
    {
      id,
      agent_id: agent.id,
      book: wallet.book,
      currency: wallet.currency,
      state: 'active',
      due_at: new Date(first?.dueAt ?? tx.now),
      created_at: tx.now,
      updated_at: tx.now,
    },
    installments.map(({ amount, dueAt }, index) => ({
      plan_id: id,
      number: index + 1,
      amount: BigInt(amount),
      due_at: new Date(dueAt),
      state: 'due',
    })),
  )
  emitPaymentsChanged(tx, agent.id)
  const facts = { count: String(installments.length), due: first?.dueAt ?? '' }
  await mailPlan(tx, { kind: 'debt-plan-agreed', wallet, owed, facts })
  const details = { plan: id, amount: Number(owed), installments: installments.length, reason }
  await record(tx, caller, { action: 'debt-plan.agreed', target: agent.id, details })
  return { plan: viewPlan(found(await findActivePlan(tx, wallet), 'plan')) }
}
