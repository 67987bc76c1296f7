import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockCaseFor, operatorOf } from './access.ts'
import {
  decisionsOf,
  hasOtherModerator,
  insertDecision,
  updateDecision,
  type DecisionRow,
} from './decision-queries.ts'
import { notifyOwners } from './notify-owners.ts'
import { insertStep, updateCase, type CaseRow } from './queries.ts'
import { showCase } from './show-case.ts'
import { liftDecisions } from './apply-decision.ts'

export const decideAppeal =
  (operatorEmails: readonly string[]): Operation<AdminContract['moderation']['decideAppeal']> =>
  async (tx, caller, { caseId, outcome, reason }) => {
    const row = await lockCaseFor(tx, caller, caseId)
    const by = operatorOf(caller)
    const appealed = openAppeal(await decisionsOf(tx, row.id), row)
    if (appealed.decided_by === by && (await hasOtherModerator(tx, by, operatorEmails))) {
      fail(
        'forbidden',
        'The operator who made a decision cannot decide on its appeal.',
        'Ask another operator to decide on the appeal.',
      )
    }
    const decided = await updateDecision(tx, appealed.id, {
      appeal_outcome: outcome,
      appeal_reason: reason,
      appeal_decided_by: by,
      appeal_decided_at: tx.now,
    })
    await updateCase(tx, row.id, { state: 'decided' })
    if (outcome === 'overturned') await liftDecisions(tx, row)
    const details = { before: appealed.outcome, after: outcome, decision: appealed.id, reason }
    await insertStep(tx, row.id, { action: 'appeal decided', userId: by, details })
    await record(tx, caller, { action: 'appeal.decided', target: row.id, details })
    const { target, target_id: targetId } = decided
    const told =
      outcome === 'upheld'
        ? { ...decided, reason }
        : await insertDecision(tx, {
            id: newId('mdc', tx.now),
            case_id: row.id,
            outcome: 'reinstate',
            target,
            target_id: targetId,
            until: null,
            reason,
            in_effect: false,
            decided_by: by,
            created_at: tx.now,
          })
    await notifyOwners(tx, row, told, outcome)
    return { case: await showCase(tx, { ...row, state: 'decided' }) }
  }

function openAppeal(decisions: readonly DecisionRow[], { state }: CaseRow): DecisionRow {
  const appealed = decisions.find(
    ({ appealed_at: at, appeal_outcome: outcome }) => at !== null && outcome === null,
  )
  if (state === 'appealed' && appealed !== undefined) return appealed
  return fail('conflict', 'The case has no open appeal.', 'List the cases in the state "appealed".')
}
