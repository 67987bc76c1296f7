import type { Contract } from 'souk-contract'
import { approvedRun, failApproval } from '../enforcement/run-approved.ts'
import type { Operations } from '../enforcement/operations.ts'
import { changeApproval, lockApproval, lockGateUnchanged, type ApprovalRow } from '../enforcement/queries.ts'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { remote, type Handler } from '../../operation.ts'
import { requireDecider } from './access.ts'
import { findRun, type Run } from './find-run.ts'
import { requireOpen } from './lifecycle.ts'
import { viewApproval } from './view.ts'

type Decide = Contract['approvals']['decideApproval']

interface Intent {
  readonly approval: ApprovalRow
  /** Null after a denial; a Failure when the caller that asked could no longer ask. */
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
      const { id } = await requireDecider(tx, caller, approvalId, decision)
      const asked = await lockApproval(tx, id)
      requireOpen(asked, tx.now)
      if (decision === 'approve') await requireSwitchOff(tx, asked)
      const approval = await settle(tx, caller, id, decision === 'deny' ? 'denied' : 'approved')
      return { approval, run: decision === 'deny' ? null : await findRun(tx, caller, approval, operations) }
    },
    ask: async (_ports, { approval, run }) => {
      if (run === null || run instanceof Failure) return run
      return approvedRun(approval.id, () => run.operation.prepare(run.caller, run.input))
    },
    record: async (tx, caller, { approval }, change) => {
      if (change === null) return { approval: viewApproval(approval, tx.now), result: null }
      const result = change instanceof Failure ? change : await approvedRun(approval.id, () => change(tx))
      return finish(tx, caller, approval.id, result)
    },
  })
}

/** A stopped agent gets nothing done by an approval either; the request waits on until it expires. */
async function requireSwitchOff(tx: Tx, { agent_id: agentId }: ApprovalRow): Promise<void> {
  if (!(await lockGateUnchanged(tx, agentId)).killSwitch) return
  fail(
    'conflict',
    'The kill switch of this agent is on, so the request cannot run.',
    'Deny it, or turn the kill switch off and approve it then.',
  )
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
