import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { holds } from '../../authority/rights.ts'
import { fail, notFound } from '../../failure.ts'
import { requireCurrency } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { lockManagedAgent } from '../agents/access.ts'
import { findApp, updateLimit } from './grant-queries.ts'
import { viewApp } from './view.ts'

/** The gate reads the limit under a lock, so the new one applies to every payment that follows. */
export const updateApp: Operation<Contract['apps']['updateApp']> = async (
  tx,
  caller,
  { appId, dailyLimit },
) => {
  const app = (await findApp(tx, caller.userId, appId)) ?? notFound('app')
  const { role } = await lockManagedAgent(tx, caller, app.agent_id)
  if (!holds(role, 'wallet')) {
    fail('forbidden', 'Changing the limit requires access to the wallet.', 'Ask the owner of the agent.')
  }
  if (app.daily_limit === null) {
    fail('conflict', 'This app cannot spend money.', 'Connect it again and allow it to spend.')
  }
  requireCurrency(tx, dailyLimit.currency)
  await updateLimit(tx, app.id, dailyLimit)
  const details = { agent: app.agent_id, limit: dailyLimit.amount }
  await record(tx, caller, { action: 'app.updated', target: app.id, details })
  return { app: viewApp((await findApp(tx, caller.userId, app.id)) ?? notFound('app')) }
}
