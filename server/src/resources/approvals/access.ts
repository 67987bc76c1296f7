import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { ApprovalRow } from '../../approvals/queries.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { findAgentAccess, mayManage } from '../agents/access.ts'
import { findApproval } from './queries.ts'

/** The approval, for people who manage the agent and for its own keys. Strangers do not learn that there is one. */
export async function requireApproval(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  reference: string,
): Promise<ApprovalRow> {
  const approval = await findApproval(reader, reference)
  if (approval === undefined) return notFound('approval')
  if (caller.kind === 'key') {
    return approval.agent_id === caller.agentId ? approval : notFound('approval')
  }
  const access = await findAgentAccess(reader, caller.userId, approval.agent_id)
  if (access === undefined) return notFound('approval')
  if (mayManage(access.role)) return approval
  return fail('forbidden', 'You can act as this agent, but not decide for it.', 'Ask its owner.')
}
