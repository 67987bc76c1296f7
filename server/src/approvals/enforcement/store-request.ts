import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { after, hour } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { warnAt } from '../../lib/warn-at.ts'
import { fingerprint } from './fingerprint.ts'
import { storedInput } from './stored-input.ts'
import type { ApprovalRequired } from './enforce-gate.ts'
import type { ApprovalRow } from './queries.ts'
import { insertApproval, lockRequestsOf, countPending, findPendingLike } from './request-queries.ts'

/** An operation and its input. */
export interface OperationRequest {
  readonly operation: string
  readonly input: object
  /** Identifies the call behind its Idempotency-Key; undefined without one. */
  readonly requestHash?: Buffer | undefined
}

const pendingMax = 100

/** Stores a request until a person decides. A repeated request finds the same approval. */
export async function storeRequest(
  tx: Tx,
  caller: AgentCaller,
  { operation, input, requestHash }: OperationRequest,
  { request, rule, ttlHours }: ApprovalRequired,
): Promise<ApprovalRow> {
  const approval = {
    agent_id: caller.agentId,
    input_hash: fingerprint(operation, input),
    action: request.action,
    amount: request.amount?.amount ?? null,
    currency: request.amount?.currency ?? null,
    counterparty: request.counterparty ?? null,
    subject_state: request.subjectState ?? null,
    user_id: caller.kind === 'user' ? caller.userId : null,
  }
  await lockRequestsOf(tx, caller.agentId)
  const known = await findPendingLike(tx, approval)
  if (known !== undefined) return known
  if ((await countPending(tx, caller.agentId)) >= pendingMax) tooMany()
  const expiresAt = after(tx.now, ttlHours * hour)
  return insertApproval(tx, {
    ...approval,
    id: newId('apr', tx.now),
    key_id: caller.kind === 'key' ? caller.keyId : null,
    session_id: caller.kind === 'user' ? caller.sessionId : null,
    request_key: caller.idempotencyKey,
    request_hash: requestHash ?? null,
    operation,
    ...storedInput(tx.vault, operation, input),
    failed_rule: rule,
    state: 'pending',
    created_at: tx.now,
    expires_at: expiresAt,
    warn_at: warnAt(tx.now, expiresAt),
  })
}

function tooMany(): never {
  throw new Failure('too-many-requests', `The agent already has ${pendingMax} pending approvals.`, {
    hint: 'Wait until some of them are decided.',
    retryAfterSeconds: 60,
  })
}
