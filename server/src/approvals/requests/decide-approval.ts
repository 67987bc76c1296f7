import type { Contract } from 'souk-contract'
import { runApproved, failApproval } from '../enforcement/run-approved.ts'
import type { Operations } from '../enforcement/operations.ts'
import { changeApproval, lockApproval, lockGateShared, type ApprovalRow } from '../enforcement/queries.ts'
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
  /** Null after a denial; a Failure if the requester has lost its access. */
  readonly run: Run | Failure | null
}

type Change = (tx: Tx) => Promise<unknown>

/**
 * Commits the decision first, so that there is one decision and one run. The gate marks the approval as done in the
 * transaction of the run.
 */
export function decideApproval(operations: Operations): Handler<Decide> {
  return remote<Decide, Intent, Change | Failure | null>({
    intend: async (tx, caller, { approvalId, decision }) => {
      const { id } = await requireDecider(tx, caller, approvalId, decision)
      const pending = await lockApproval(tx, id)
      requireOpen(pending, tx.now)
      if (decision === 'approve') await requireKillSwitchOff(tx, pending)
      const approval = await settle(tx, caller, id, decision === 'deny' ? 'denied' : 'approved')
      return { approval, run: decision === 'deny' ? null : await findRun(tx, caller, approval, operations) }
    },
    call: async (_ports, { approval, run }) => {
      if (run === null || run instanceof Failure) return run
      return runApproved(approval.id, () => run.operation.prepare(run.caller, run.input))
    },
    record: async (tx, caller, { approval }, change) => {
      if (change === null) return { approval: viewApproval(approval, tx.now), result: null }
      const result = change instanceof Failure ? change : await runApproved(approval.id, () => change(tx))
      return finish(tx, caller, approval.id, result)
    },
  })
}

/** The kill switch stops approved requests too; the request stays pending until it expires. */
async function requireKillSwitchOff(tx: Tx, { agent_id: agentId }: ApprovalRow): Promise<void> {
  if (!(await lockGateShared(tx, agentId)).killSwitch) return
  fail(
    'conflict',
    'The kill switch of this agent is on, so the request cannot run.',
    'Turn the kill switch off first, or deny the request.',
  )
}

/** Returns the Failure instead of throwing it, so that the transaction commits its records. */
async function finish(tx: Tx, caller: UserCaller, id: ApprovalRow['id'], result: unknown) {
  if (result instanceof Failure) {
    await failApproval(tx, caller, id, result)
    return result
  }
  // Already done by the gate, unless the operation turned out not to need it.
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
