import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from './access.ts'
import { openCaseOn } from './open-case-on.ts'
import { insertStep } from './queries.ts'
import { showCase } from './show-case.ts'
import { findSubject } from './subject-queries.ts'

export const openCase: Operation<AdminContract['moderation']['openCase']> = async (
  tx,
  caller,
  { kind, subjectId, reason },
) => {
  // Private content comes to the operators only through a report of someone who can see it.
  if (kind === 'message' || kind === 'task') {
    fail(
      'unprocessable',
      `Operators can open a case on a ${kind} only from a report.`,
      'Open a case on the agent instead.',
    )
  }
  const subject = found(await findSubject(tx, kind, subjectId), kind)
  const { row } = await openCaseOn(tx, kind, subject, operatorOf(caller))
  await insertStep(tx, row.id, { action: 'noted', userId: operatorOf(caller), details: { reason } })
  await record(tx, caller, {
    action: 'case.opened',
    target: row.id,
    details: { kind, subject: subject.id, reason },
  })
  return { case: await showCase(tx, row) }
}
