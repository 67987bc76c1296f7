import type { Contract } from 'souk-contract'
import { approvedRun, failApproval } from '../../approvals/approved-run.ts'
import { fingerprint } from '../../approvals/fingerprint.ts'
import type { Operations, StoredOperation } from '../../approvals/operations.ts'
import { changeApproval, lockApproval, type ApprovalRow } from '../../approvals/queries.ts'
import { record } from '../../audit/record.ts'
import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { remote, type Handler } from '../../operation.ts'
import { findKey } from '../keys/queries.ts'
import { requireApproval } from './access.ts'
import { requireOpen } from './lifecycle.ts'
import { viewApproval } from './view.ts'

type Decide = Contract['approvals']['decideApproval']

interface Run {
  readonly operation: StoredOperation
  readonly caller: KeyCaller
}

interface Intent {
  readonly approval: ApprovalRow
  /** Null after a denial; a Failure when the key that asked could not ask any more. */
  readonly run: Run | Failure | null
}

type Change = (tx: Tx) => Promise<unknown>

/**
 * The decision is committed first: from then on nobody else can decide, and the run that follows is the only one. The
 * gate marks the approval as done in the very transaction that it lets pass.
 */
export function decideApproval(operations: Operations): Handler<Decide> {
  return remote<Decide, Intent, Change | Failure | null>({
    intend: async (tx, caller, { approvalId, decision }) => {
      const { id } = await requireApproval(tx, caller, approvalId)
      requireOpen(await lockApproval(tx, id), tx.now)
      const approval = await settle(tx, caller, id, decision === 'deny' ? 'denied' : 'approved')
      return { approval, run: decision === 'deny' ? null : await findRun(tx, caller, approval, operations) }
    },
    ask: async (_ports, { approval, run }) => {
      if (run === null || run instanceof Failure) return run
      return approvedRun(approval.id, () => run.operation.prepare(run.caller, approval.input))
    },
    record: async (tx, caller, { approval }, change) => {
      if (change === null) return { approval: viewApproval(approval, tx.now), result: null }
      const result = change instanceof Failure ? change : await approvedRun(approval.id, () => change(tx))
      return finish(tx, caller, approval.id, result)
    },
  })
}

/** The key that asked must still be able to ask. */
async function findRun(
  reader: Reader,
  person: UserCaller,
  approval: ApprovalRow,
  operations: Operations,
): Promise<Run | Failure> {
  const operation = operations.get(approval.operation)
  if (operation === undefined) {
    return new Failure('gone', 'This server no longer has the operation that was asked for.', {
      hint: 'Let the agent ask again.',
    })
  }
  const key = await findKey(reader, approval.key_id)
  if (key === undefined) {
    return new Failure('forbidden', 'The key that asked no longer works.', {
      hint: 'Let the agent ask again with another key.',
    })
  }
  if (operation.scope !== undefined && !key.scopes.includes(operation.scope)) {
    return new Failure('forbidden', `The key that asked lacks the scope "${operation.scope}".`, {
      hint: 'Create a key that has it.',
    })
  }
  const { requestId, ip, userAgent } = person
  const caller: KeyCaller = {
    kind: 'key',
    keyId: key.id,
    agentId: key.agent_id,
    scopes: key.scopes,
    approval: { id: approval.id, inputHash: fingerprint(approval.operation, approval.input) },
    idempotencyKey: approval.request_key ?? approval.id,
    requestId,
    ip,
    userAgent,
  }
  return { operation, caller }
}

/** A refusal that was returned, not thrown, has left something behind that must be kept. */
async function finish(tx: Tx, caller: UserCaller, id: ApprovalRow['id'], result: unknown) {
  if (result instanceof Failure) {
    await failApproval(tx, caller, id, result)
    return result
  }
  // The gate has done so already, unless the operation found that it had nothing to ask of it.
  const approval = await changeApproval(tx, id, { state: 'done' })
  return { approval: viewApproval(approval, tx.now), result }
}

async function settle(
  tx: Tx,
  caller: UserCaller,
  id: ApprovalRow['id'],
  state: 'approved' | 'denied',
): Promise<ApprovalRow> {
  const approval = await changeApproval(tx, id, { state, decided_by: caller.userId, decided_at: tx.now })
  await record(tx, caller, {
    action: `approval.${state}`,
    target: id,
    details: { agent: approval.agent_id, operation: approval.operation, action: approval.action },
  })
  return approval
}
