import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { ApprovalRow } from '../enforcement/queries.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { holds } from '../../authority/rights.ts'
import { mayManage } from '../../resources/agents/access.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import { findApproval } from './queries.ts'

/** The approval, for people who manage the agent, its keys and the requester; 404 for others. */
export async function requireApproval(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  reference: string,
): Promise<ApprovalRow> {
  const { approval, managed } = await findVisibleApproval(reader, caller, reference)
  if (managed || caller.kind === 'key' || approval.user_id === caller.userId) return approval
  return refuse()
}

/** The approval, for people who manage the agent. Approving an amount also needs access to the wallet. */
export async function requireDecider(
  reader: Reader,
  caller: UserCaller,
  reference: string,
  decision: 'approve' | 'deny',
): Promise<ApprovalRow> {
  const { approval, managed, wallet } = await findVisibleApproval(reader, caller, reference)
  if (!managed) return refuse()
  if (decision === 'deny' || wallet || approval.amount === null) return approval
  return fail(
    'forbidden',
    'Approving an amount requires access to the wallet, which your role lacks.',
    'Ask an owner of the agent to approve it, or deny it.',
  )
}

async function findVisibleApproval(reader: Reader, caller: UserCaller | KeyCaller, reference: string) {
  const approval = await findApproval(reader, reference)
  if (approval === undefined) return notFound('approval')
  if (caller.kind === 'key') {
    return approval.agent_id === caller.agentId
      ? { approval, managed: false, wallet: false }
      : notFound('approval')
  }
  const access = await findAgentAccess(reader, caller.userId, approval.agent_id)
  if (access === undefined) return notFound('approval')
  return { approval, managed: mayManage(access.role), wallet: holds(access.role, 'wallet') }
}

function refuse(): never {
  return fail('forbidden', 'Your role cannot decide approvals of this agent.', 'Ask the owner of the agent.')
}
