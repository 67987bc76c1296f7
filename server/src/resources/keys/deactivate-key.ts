import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { requireManagedAgent } from '../agents/access.ts'
import { stopKey } from './queries.ts'
import { viewKey } from './view.ts'

export const deactivateKey: Operation<Contract['keys']['deactivateKey']> = async (
  tx,
  caller,
  { agentId, kid },
) => {
  const agent = await requireManagedAgent(tx, caller, agentId)
  const key = isId('key', kid) ? await stopKey(tx, agent, kid) : undefined
  if (key === undefined) return notFound('key')
  await record(tx, caller, { action: 'key.deactivated', target: key.id, details: { agent } })
  return { key: viewKey(key) }
}
