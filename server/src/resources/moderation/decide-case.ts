import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockCaseFor, operatorOf, requireNoOperator } from './access.ts'
import { insertDecision, isHidable } from './decision-queries.ts'
import { notifyOwners } from './notify-owners.ts'
import { insertStep, updateCase } from './queries.ts'
import { endOf, isLevel, targetOf } from './rules.ts'
import { showCase } from './show-case.ts'
import { liftDecisions, replaceDecisions, applyDecision } from './apply-decision.ts'

export const decideCase =
  (operatorEmails: readonly string[]): Operation<AdminContract['moderation']['decideCase']> =>
  async (tx, caller, { caseId, ...request }) => {
    const row = await lockCaseFor(tx, caller, caseId)
    const { outcome, reason } = request
    if (row.state === 'appealed')
      fail('conflict', 'The case has an open appeal.', 'Decide on the appeal first.')
    if (outcome === 'hide' && !isHidable(row.kind)) {
      fail(
        'unprocessable',
        `"outcome" must not be "hide" for a case of the kind "${row.kind}".`,
        'Choose restrict or suspend.',
      )
    }
    const { target, targetId } = targetOf(row, request)
    const until = endOf(request, tx.now)
    if (isLevel(outcome)) {
      if (target === 'user') await requireNoOperator(tx, targetId, operatorEmails)
      await replaceDecisions(tx, targetId)
    }
    if (outcome === 'reinstate' && (await liftDecisions(tx, row)) === 0) {
      fail(
        'conflict',
        'The case has no decision in effect that could end.',
        'Retrieve the case to see its decisions.',
      )
    }
    const decision = await insertDecision(tx, {
      id: newId('mdc', tx.now),
      case_id: row.id,
      outcome,
      target,
      target_id: targetId,
      until,
      reason,
      in_effect: outcome === 'hide' || isLevel(outcome),
      decided_by: operatorOf(caller),
      created_at: tx.now,
    })
    await applyDecision(tx, row, decision)
    await updateCase(tx, row.id, { state: 'decided' })
    const details = {
      before: row.state,
      after: outcome,
      target: targetId,
      until: until?.toISOString() ?? null,
      reason,
    }
    await insertStep(tx, row.id, { action: 'decided', userId: operatorOf(caller), details })
    await record(tx, caller, { action: 'case.decided', target: row.id, details })
    if (outcome !== 'dismiss') await notifyOwners(tx, row, decision, 'decided')
    return { case: await showCase(tx, { ...row, state: 'decided' }) }
  }
