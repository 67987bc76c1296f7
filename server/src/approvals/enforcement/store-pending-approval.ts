import type { Caller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { ApprovedRunRefused, failApproval } from './run-approved.ts'
import { ApprovalRequired } from './enforce-gate.ts'
import type { ApprovalRow } from './queries.ts'
import { storeRequest, type Asked } from './store-request.ts'

/**
 * What a refused call leaves behind, in a transaction of its own because the call's was rolled back. Answers what the
 * caller is told.
 */
export async function afterRefusal(
  store: Store,
  caller: Caller,
  asked: Asked,
  error: unknown,
): Promise<unknown> {
  if (error instanceof ApprovalRequired && caller.kind !== 'stranger' && caller.agentId !== null) {
    const { agentId } = caller
    return waitFor(await store.write((tx) => storeRequest(tx, { ...caller, agentId }, asked, error)), error)
  }
  if (error instanceof ApprovedRunRefused && caller.kind === 'user') {
    await store.write((tx) => failApproval(tx, caller, error.approvalId, error.refusal))
    return error.refusal
  }
  return error
}

function waitFor(approval: ApprovalRow, { message }: ApprovalRequired): Failure {
  return new Failure('approval-required', message, {
    hint: `Follow it at GET /approvals/${approval.id}. Once a person approves, it runs exactly as asked for; do not send it again.`,
    extra: {
      approvalId: approval.id,
      expiresAt: approval.expires_at.toISOString(),
      failedRule: approval.failed_rule,
    },
  })
}
