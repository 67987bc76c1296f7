import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import { post } from '../ledger/post.ts'
import { lockBalances, type Wallet } from '../ledger/queries.ts'
import { repay } from '../ledger/recipes.ts'
import { mailPlan } from './mail-plan.ts'
import { closePlan, lockDuePlan, setInstallment, setPlanDue, type PlanRow } from './queries.ts'
import { nextStep } from './rules.ts'

const batchSize = 50

/** Takes due installments from available balances. Each plan is a transaction of its own. */
export async function collectInstallments({ store }: Context): Promise<number> {
  for (let done = 0; done < batchSize; done++) {
    if (!(await store.write(advancePlan))) return done
  }
  return batchSize
}

/** Returns false if no plan is due. */
async function advancePlan(tx: Tx): Promise<boolean> {
  const plan = await lockDuePlan(tx)
  if (plan === undefined) return false
  const wallet: Wallet = { agentId: plan.agent_id, book: plan.book, currency: plan.currency }
  const { available, owed } = await lockBalances(tx, wallet)
  const installment = plan.installments.find(({ state }) => state === 'due')
  const step = nextStep({ installment, available, owed, now: tx.now })
  if (step.step === 'wait') await setPlanDue(tx, plan.id, step.until)
  else if (step.step === 'complete' || installment === undefined) await end(tx, plan, 'completed', owed)
  else if (step.step === 'take') {
    const fact = { ...wallet, causeId: `${plan.id}:${installment.number}`, available: step.amount, owed }
    await post(tx, repay(fact), { actor: 'system' })
    await setInstallment(tx, installment, 'paid')
    await continueOrComplete(tx, plan, owed - step.amount)
  } else {
    await setInstallment(tx, installment, 'missed')
    // Without a plan, available money repays the debt.
    await end(tx, plan, 'broken', available < owed ? owed - available : 0n)
    await post(tx, repay({ ...wallet, causeId: plan.id, available, owed }), { actor: 'system' })
  }
  return true
}

async function continueOrComplete(tx: Tx, plan: PlanRow, owed: bigint): Promise<void> {
  const [, next] = plan.installments.filter(({ state }) => state === 'due')
  if (next === undefined || owed === 0n) return end(tx, plan, 'completed', owed)
  await setPlanDue(tx, plan.id, next.due_at)
}

async function end(tx: Tx, plan: PlanRow, state: 'completed' | 'broken', owed: bigint): Promise<void> {
  const { id, agent_id: agentId, book, currency } = plan
  await closePlan(tx, id, state)
  emitPaymentsChanged(tx, agentId)
  const wallet = { agentId, book, currency }
  await mailPlan(tx, { kind: 'debt-plan-ended', wallet, owed, facts: { end: state } })
  await record(tx, systemCaller, { action: `debt-plan.${state}`, target: agentId, details: { plan: id } })
}
