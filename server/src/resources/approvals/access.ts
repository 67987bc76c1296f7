import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { ApprovalRow } from '../../approvals/queries.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { findAgentAccess, mayManage } from '../agents/access.ts'
import { findApproval } from './queries.ts'

/** The approval, for people who manage the agent, its own keys, and the person who asked. Strangers get 404. */
export async function requireApproval(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  reference: string,
): Promise<ApprovalRow> {
  const { approval, managed } = await reachApproval(reader, caller, reference)
  if (managed || caller.kind === 'key' || approval.user_id === caller.userId) return approval
  return refuse()
}

/** The approval, for people who manage the agent. */
export async function requireDecider(
  reader: Reader,
  caller: UserCaller,
  reference: string,
): Promise<ApprovalRow> {
  const { approval, managed } = await reachApproval(reader, caller, reference)
  return managed ? approval : refuse()
}

async function reachApproval(reader: Reader, caller: UserCaller | KeyCaller, reference: string) {
  const approval = await findApproval(reader, reference)
  if (approval === undefined) return notFound('approval')
  if (caller.kind === 'key') {
    return approval.agent_id === caller.agentId ? { approval, managed: false } : notFound('approval')
  }
  const access = await findAgentAccess(reader, caller.userId, approval.agent_id)
  return access === undefined ? notFound('approval') : { approval, managed: mayManage(access.role) }
}

function refuse(): never {
  return fail('forbidden', 'You can act as this agent, but not decide for it.', 'Ask its owner.')
}
