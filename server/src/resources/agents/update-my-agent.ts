import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { mayManage } from './access.ts'
import { profileColumns } from './profile-columns.ts'
import { updateAgentRow } from './queries.ts'
import { requireValidProfile } from './rules.ts'
import { viewAgent } from './view.ts'

export const updateMyAgent: Operation<Contract['agents']['updateMyAgent']> = async (tx, caller, changes) => {
  if (caller.kind === 'user' && !mayManage(caller.agentRole)) {
    fail(
      'forbidden',
      'You can act as this agent, but cannot change its profile.',
      'Ask the owner of the agent.',
    )
  }
  requireValidProfile(changes)
  const agent = await updateAgentRow(tx, caller.agentId, profileColumns(changes))
  tx.publish(`profile:${caller.agentId}`)
  await record(tx, caller, {
    action: 'agent.updated',
    target: caller.agentId,
    details: { fields: Object.keys(changes) },
  })
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}
