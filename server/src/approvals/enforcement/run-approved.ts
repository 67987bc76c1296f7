import { errorKinds } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { changeApproval, lockApproval } from './queries.ts'

/** Carries the refusal of an approved run, so that it can be recorded after the rollback. */
export class ApprovedRunRefused extends Failure {
  readonly approvalId: Id<'apr'>
  readonly refusal: Failure

  constructor(approvalId: Id<'apr'>, refusal: Failure) {
    super(refusal.kind, refusal.message)
    this.approvalId = approvalId
    this.refusal = refusal
  }
}

/** Only converts refusals. A run that ended with an internal error is closed by the worker. */
export async function runApproved<T>(approvalId: Id<'apr'>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const refused = error instanceof Failure && errorKinds[error.kind].status < 500
    throw refused ? new ApprovedRunRefused(approvalId, error) : error
  }
}

/** Also for a run that passed the gate: a later check can have refused it. */
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
