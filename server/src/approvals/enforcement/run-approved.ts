import { errorKinds } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { changeApproval, lockApproval } from './queries.ts'

/** Carries the refusal of a run that a person had approved, so that the approval learns of it after the rollback. */
export class ApprovedRunRefused extends Failure {
  readonly approvalId: Id<'apr'>
  readonly refusal: Failure

  constructor(approvalId: Id<'apr'>, refusal: Failure) {
    super(refusal.kind, refusal.message)
    this.approvalId = approvalId
    this.refusal = refusal
  }
}

/** Only refusals count. What a fault of ours has left half done is closed by a worker. */
export async function approvedRun<T>(approvalId: Id<'apr'>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const refused = error instanceof Failure && errorKinds[error.kind].status < 500
    throw refused ? new ApprovedRunRefused(approvalId, error) : error
  }
}

/** Also when the gate let it pass: a later step of the run may have been refused. */
export async function failApproval(
  tx: Tx,
  caller: UserCaller,
  id: Id<'apr'>,
  refusal: Failure,
): Promise<void> {
  const { state } = await lockApproval(tx, id)
  if (state !== 'approved' && state !== 'done') return
  const { agent_id, operation } = await changeApproval(tx, id, { state: 'failed', error: refusal.message })
  await record(tx, caller, {
    action: 'approval.failed',
    target: id,
    details: { agent: agent_id, operation, kind: refusal.kind },
  })
}
