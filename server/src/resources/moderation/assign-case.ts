import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { findOperatorRole } from '../operators/queries.ts'
import { operatorOf } from './access.ts'
import { insertStep, lockCase, updateCase } from './queries.ts'
import { showCase } from './show-case.ts'

export const assignCase =
  (operatorEmails: readonly string[]): Operation<AdminContract['moderation']['assignCase']> =>
  async (tx, caller, { caseId, assignee }) => {
    const row = found(await lockCase(tx, caseId), 'case')
    if (
      assignee !== null &&
      (!isId('usr', assignee) || (await findOperatorRole(tx, assignee, operatorEmails)) === undefined)
    ) {
      return fail('unprocessable', '"assignee" must be the user ID of an operator.', 'List the operators.')
    }
    const change = { before: row.assignee_id, after: assignee }
    await updateCase(tx, row.id, { assignee_id: assignee })
    await insertStep(tx, row.id, { action: 'assigned', userId: operatorOf(caller), details: change })
    await record(tx, caller, { action: 'case.assigned', target: row.id, details: change })
    return { case: await showCase(tx, { ...row, assignee_id: assignee }) }
  }
