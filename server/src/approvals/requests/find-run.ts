import { fingerprint } from '../enforcement/fingerprint.ts'
import type { Operations, StoredOperation } from '../enforcement/operations.ts'
import type { ApprovalRow } from '../enforcement/queries.ts'
import { openedInput } from '../enforcement/stored-input.ts'
import type { AgentCaller, UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import { findKey } from '../../resources/keys/queries.ts'
import { getGrantIdentity } from '../../resources/oauth/grant-queries.ts'

/** An approved request and the caller it runs as. */
export interface Run {
  readonly operation: StoredOperation
  readonly caller: AgentCaller
  readonly input: object
}

/** Restores the run of an approved request, or returns why the requester can no longer make it. */
export async function findRun(
  reader: Reader,
  decider: UserCaller,
  approval: ApprovalRow,
  operations: Operations,
): Promise<Run | Failure> {
  const operation = operations.get(approval.operation)
  if (operation === undefined) {
    return new Failure('gone', 'The requested operation no longer exists.', {
      hint: 'Have the agent repeat its request.',
    })
  }
  const caller = await findRequester(reader, decider, approval, operation)
  if (caller instanceof Failure) return caller
  return { operation, caller, input: openedInput(reader.vault, approval) }
}

async function findRequester(
  reader: Reader,
  decider: UserCaller,
  approval: ApprovalRow,
  operation: StoredOperation,
): Promise<AgentCaller | Failure> {
  const { userId, sessionId, requestId, ip, userAgent } = decider
  const run = {
    approval: {
      id: approval.id,
      inputHash: fingerprint(approval.operation, approval.input),
      by: { userId, sessionId },
      requestHash: approval.request_hash,
    },
    idempotencyKey: approval.request_key ?? approval.id,
    requestId,
    ip,
    userAgent,
  }
  const { agent_id: agentId, key_id: keyId, user_id: requesterId, session_id: requesterSessionId } = approval
  if (requesterId !== null && requesterSessionId !== null) {
    const access = await findAgentAccess(reader, requesterId, agentId)
    if (access === undefined)
      return accessLost('person', 'A person who can act as the agent must repeat the request.')
    return {
      kind: 'user',
      userId: requesterId,
      sessionId: requesterSessionId,
      agentId,
      agentRole: access.role,
      ...run,
    }
  }
  const key = keyId === null ? undefined : await findKey(reader, keyId)
  if (key === undefined) return accessLost('key', 'Have the agent repeat its request with another key.')
  if (operation.scope !== undefined && !key.scopes.includes(operation.scope)) {
    return new Failure('forbidden', `The requesting key lacks the scope "${operation.scope}".`, {
      hint: 'Have the agent repeat its request with a key that has the scope.',
    })
  }
  const { scopes, wallet, grant_id: grantId } = key
  const grant = grantId === null ? {} : { grant: await getGrantIdentity(reader, grantId) }
  return { kind: 'key', keyId: key.id, agentId: key.agent_id, scopes, wallet, ...grant, ...run }
}

const reasons = {
  key: 'The requesting key is no longer valid.',
  person: 'The requesting person can no longer act as this agent.',
} as const

function accessLost(requester: keyof typeof reasons, hint: string): Failure {
  return new Failure('forbidden', reasons[requester], { hint })
}
