import type { DebtPlan } from 'souk-contract'
import type { PlanRow } from './queries.ts'

export function viewPlan({
  id,
  state,
  currency,
  installments,
  ended_at: end,
  created_at: at,
}: PlanRow): DebtPlan {
  return {
    id,
    state,
    installments: installments.map((installment) => ({
      amount: { amount: Number(installment.amount), currency },
      dueAt: installment.due_at.toISOString(),
      state: installment.state,
    })),
    endedAt: end?.toISOString() ?? null,
    createdAt: at.toISOString(),
  }
}
