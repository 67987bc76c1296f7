import type { AnyCaller } from '../../caller.ts'
import type { Store } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { ApprovedRunRefused, failApproval } from './run-approved.ts'
import { ApprovalRequired } from './enforce-gate.ts'
import type { ApprovalRow } from './queries.ts'
import { storeRequest, type OperationRequest } from './store-request.ts'

/**
 * Stores the approval request of a refused call, or the failure of an approved run, in a new transaction because that of the
 * call was rolled back. Returns the error for the caller.
 */
export async function storeRefusal(
  store: Store,
  caller: AnyCaller,
  request: OperationRequest,
  error: unknown,
): Promise<unknown> {
  if (error instanceof ApprovalRequired && caller.kind !== 'stranger' && caller.agentId !== null) {
    const { agentId } = caller
    return pendingFailure(
      await store.write((tx) => storeRequest(tx, { ...caller, agentId }, request, error)),
      error,
    )
  }
  if (error instanceof ApprovedRunRefused && caller.kind === 'user') {
    await store.write((tx) => failApproval(tx, caller, error.approvalId, error.refusal))
    return error.refusal
  }
  return error
}

function pendingFailure(approval: ApprovalRow, { message }: ApprovalRequired): Failure {
  return new Failure('approval-required', message, {
    hint: `Wait for a decision on approval ${approval.id}. Once approved, the request runs automatically; do not repeat it.`,
    extra: {
      approvalId: approval.id,
      expiresAt: approval.expires_at.toISOString(),
      failedRule: approval.failed_rule,
    },
  })
}
