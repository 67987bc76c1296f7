import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Operation } from '../../operation.ts'
import { activateFirstAgent } from '../users/queries.ts'
import { useToken } from '../users/tokens.ts'
import { findAgentAccess } from './access.ts'
import { findAgent, insertLink } from './queries.ts'
import { viewAgent } from './view.ts'

export const linkAgent: Operation<Contract['users']['linkAgent']> = async (tx, caller, { code }) => {
  const token = await useToken(tx, 'link-agent', sha256(code.trim().toUpperCase()))
  const agent =
    token === undefined || token.agent_id === null ? undefined : await findAgent(tx, token.agent_id)
  if (agent === undefined) {
    return fail(
      'gone',
      'This code is wrong, used up or expired.',
      'Make a new one with POST /agents/me/link-code.',
    )
  }
  if ((await findAgentAccess(tx, caller.userId, agent.id)) !== undefined) {
    return fail('conflict', 'You can already act as this agent.')
  }
  await insertLink(tx, agent.id, caller.userId)
  await activateFirstAgent(tx, caller.userId, agent.id)
  await record(tx, caller, { action: 'agent.linked', target: agent.id })
  return { agent: viewAgent(agent, 'insider'), role: 'operator' }
}
