import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { notifyGranted } from '../../../authority/notify-granted.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import type { Id } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { Operation } from '../../../operation.ts'
import { findKey } from '../../keys/queries.ts'
import { findSession } from '../../sessions/queries.ts'
import { activateFirstAgent } from '../../users/queries.ts'
import { useToken, type TokenRow } from '../../users/token-queries.ts'
import { mayManage } from '../access.ts'
import { findAgentAccess, lockAgentRows } from '../access-queries.ts'
import { findAgent } from '../queries.ts'
import { saveLink } from './queries.ts'
import { viewAgent } from '../view.ts'

export const linkAgent: Operation<Contract['users']['linkAgent']> = async (tx, caller, { code }) => {
  const { agent, grantedBy } =
    (await redeem(tx, code)) ??
    fail(
      'gone',
      'This code is invalid, used or expired, or its creator may no longer grant access.',
      'Ask a manager of the agent for a new code.',
    )
  if ((await findAgentAccess(tx, caller.userId, agent.id)) !== undefined) {
    return fail('conflict', 'You can already act as this agent.', 'Select it in your list of agents.')
  }
  await saveLink(tx, { agentId: agent.id, userId: caller.userId, grantedBy })
  await activateFirstAgent(tx, caller.userId, agent.id)
  await record(tx, caller, { action: 'agent.linked', target: agent.id, details: { by: grantedBy } })
  notifyGranted(tx, agent.id, { what: 'link', id: caller.userId, grantedBy })
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }), role: 'operator' }
}

/** Redeems a code if its creator still has the authority to grant it. */
async function redeem(tx: Tx, code: string) {
  const token = await useToken(tx, 'link-agent', sha256(code.trim().toUpperCase()))
  if (token === undefined || token.agent_id === null || token.user_id === null) return undefined
  // Under the lock of every change that ends the authority of the creator.
  await lockAgentRows(tx, token.agent_id)
  const agent = await findAgent(tx, token.agent_id)
  if (agent === undefined || !(await holds(tx, token, agent.id, token.user_id))) return undefined
  return { agent, grantedBy: token.user_id }
}

async function holds(
  reader: Reader,
  { made_by_key: keyId, made_in_session: sessionId }: TokenRow,
  agentId: Id<'agt'>,
  userId: Id<'usr'>,
): Promise<boolean> {
  const access = await findAgentAccess(reader, userId, agentId)
  if (!mayManage(access?.role ?? null)) return false
  if (sessionId === null || (await findSession(reader, sessionId)) === undefined) return false
  return keyId === null || (await findKey(reader, keyId)) !== undefined
}
