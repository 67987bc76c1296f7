import type { Tx } from '../../db/transact.ts'
import { repayDebt } from '../../money/debts/repay-debt.ts'
import { post, type Actor } from '../../money/ledger/post.ts'
import type { Posting } from '../../money/ledger/posting-types.ts'
import { holdEarningsAtRisk, riskOf } from '../../money/payments/apply/earnings-holds.ts'
import type { FundsChange } from '../lifecycle/funds.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'

/** Posts the funds of a step. Money returned to a client in debt pays the debt first. */
export async function postFunds(
  tx: Tx,
  task: TaskRow,
  { posting, refundsClient }: FundsChange,
  actor: Actor,
): Promise<void> {
  if (posting === undefined) return
  const client = { book: task.book, currency: task.currency, agentId: task.client_id }
  const earned = earnedBy(posting)
  const risk = earned === 0n ? 'none' : await riskOf(tx, client)
  await post(tx, posting, { actor })
  if (refundsClient) await repayDebt(tx, client, task.id, actor)
  if (risk === 'none') return
  await holdEarningsAtRisk(tx, { client, providerId: task.provider_id, taskId: task.id, amount: earned })
}

function earnedBy({ transfers }: Posting): bigint {
  const earned = transfers.filter(({ credit }) => credit.kind === 'earnings')
  return earned.reduce((sum, { amount }) => sum + amount, 0n)
}
