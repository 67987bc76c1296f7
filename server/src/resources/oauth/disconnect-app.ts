import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { endGrant, findApp } from './grant-queries.ts'

export const disconnectApp: Operation<Contract['apps']['disconnectApp']> = async (tx, caller, { appId }) => {
  const app = (await findApp(tx, caller.userId, appId)) ?? notFound('app')
  await endGrant(tx, app.id)
  const details = { agent: app.agent_id, client: app.client_id, app: app.client_name }
  await record(tx, caller, { action: 'app.disconnected', target: app.id, details })
  return { done: true }
}
