import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { findDecisionAbout, updateDecision } from './decision-queries.ts'
import { insertStep, lockCase, updateCase } from './queries.ts'
import { isAppealable } from './rules.ts'
import { viewDecision } from './view.ts'

export const appealDecision: Operation<Contract['reports']['appealDecision']> = async (
  tx,
  caller,
  { decisionId, text },
) => {
  const { case_id: caseId } = found(await findDecisionAbout(tx, caller.userId, decisionId), 'decision')
  const row = found(await lockCase(tx, caseId), 'decision')
  const decision = found(await findDecisionAbout(tx, caller.userId, decisionId), 'decision')
  if (!isAppealable(decision.outcome))
    fail(
      'conflict',
      'This decision cannot be appealed.',
      'Only decisions that hide, restrict or suspend can be appealed.',
    )
  if (decision.appealed_at !== null)
    fail(
      'conflict',
      'This decision has already been appealed.',
      'Wait for the outcome: each decision can be appealed once.',
    )
  if (row.state === 'appealed')
    fail('conflict', 'Another appeal of this case is open.', 'Wait for its decision.')
  if (row.state === 'open')
    fail(
      'conflict',
      'The case was reopened, so this decision cannot be appealed.',
      'Wait for the new decision.',
    )
  const appealed = await updateDecision(tx, decision.id, {
    appeal_text: text,
    appealed_by: caller.userId,
    appealed_at: tx.now,
  })
  await updateCase(tx, row.id, { state: 'appealed' })
  await insertStep(tx, row.id, {
    action: 'appealed',
    userId: caller.userId,
    details: { decision: decision.id },
  })
  await record(tx, caller, { action: 'decision.appealed', target: decision.id, details: { case: row.id } })
  return { decision: viewDecision(appealed) }
}
