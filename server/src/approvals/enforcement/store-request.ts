import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { after, hour } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { fingerprint } from './fingerprint.ts'
import { storedInput } from './stored-input.ts'
import type { ApprovalRequired } from './enforce-gate.ts'
import { insertApproval, lockRequestsOf, pendingCountOf, pendingLike, type ApprovalRow } from './queries.ts'

/** A call as its operation was given it. */
export interface Asked {
  readonly operation: string
  readonly input: object
}

const pendingMax = 100

/** Keeps a request until a person decides; asking for the same again finds the same approval. */
export async function storeRequest(
  tx: Tx,
  caller: AgentCaller,
  { operation, input }: Asked,
  { request, rule, ttlHours }: ApprovalRequired,
): Promise<ApprovalRow> {
  const asked = {
    agent_id: caller.agentId,
    input_hash: fingerprint(operation, input),
    action: request.action,
    amount: request.amount?.amount ?? null,
    currency: request.amount?.currency ?? null,
    counterparty: request.counterparty ?? null,
    user_id: caller.kind === 'user' ? caller.userId : null,
  }
  await lockRequestsOf(tx, caller.agentId)
  const known = await pendingLike(tx, asked)
  if (known !== undefined) return known
  if ((await pendingCountOf(tx, caller.agentId)) >= pendingMax) tooMany()
  return insertApproval(tx, {
    ...asked,
    id: newId('apr', tx.now),
    key_id: caller.kind === 'key' ? caller.keyId : null,
    session_id: caller.kind === 'user' ? caller.sessionId : null,
    request_key: caller.idempotencyKey,
    operation,
    ...storedInput(tx.vault, operation, input),
    failed_rule: rule,
    state: 'pending',
    created_at: tx.now,
    expires_at: after(tx.now, ttlHours * hour),
  })
}

function tooMany(): never {
  throw new Failure('too-many-requests', `${pendingMax} requests of this agent already wait for a person.`, {
    hint: 'Wait until some of them have been decided.',
    retryAfterSeconds: 60,
  })
}
