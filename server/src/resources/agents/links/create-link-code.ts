import { randomInt } from 'node:crypto'
import type { Contract } from 'souk-contract'
import { requireApproved } from '../../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../../audit/record.ts'
import type { AgentCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import { after, minute } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { Operation } from '../../../operation.ts'
import { endLinkCodes, insertToken } from '../../users/token-queries.ts'
import { mayManage } from '../access.ts'

/** Excludes 0, 1, I, L, O and U, which are easily confused when read aloud or typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Managers of the agent receive the code directly. A key only requests one: a manager approves the request and receives
 * the code.
 */
export const createLinkCode: Operation<Contract['agents']['createLinkCode']> = async (tx, caller) => {
  const creatorId = await creatorOf(tx, caller)
  const code = [0, 1, 2]
    .map(() => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(30))).join(''))
    .join('-')
  const expiresAt = after(tx.now, 15 * minute)
  await endLinkCodes(tx, caller.agentId)
  await insertToken(tx, {
    id: newId('ott', tx.now),
    purpose: 'link-agent',
    hash: sha256(code),
    agent_id: caller.agentId,
    ...creatorId,
    created_at: tx.now,
    expires_at: expiresAt,
  })
  await record(tx, caller, {
    action: 'agent.link-code-created',
    target: caller.agentId,
    details: { by: creatorId.user_id },
  })
  return { code, expiresAt: expiresAt.toISOString() }
}

async function creatorOf(tx: Tx, caller: AgentCaller) {
  if (caller.kind === 'key') {
    const { userId, sessionId } = await requireApproved(tx, caller, 'link')
    return { user_id: userId, made_in_session: sessionId, made_by_key: caller.keyId }
  }
  if (!mayManage(caller.agentRole)) {
    fail(
      'forbidden',
      'You can act as this agent, but cannot grant access to it.',
      'Ask the owner of the agent.',
    )
  }
  return { user_id: caller.userId, made_in_session: caller.sessionId, made_by_key: null }
}
