import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { hasInterestIn } from '../agents/interest-queries.ts'
import { findOperatorRole } from '../operators/queries.ts'
import { findRole } from '../organizations/member-queries.ts'
import { lockCase, type CaseRow } from './queries.ts'
import { agentsConcernedBy } from './concerned-queries.ts'
import { hasReported } from './report-queries.ts'

/** The person behind an operator. Routes that decide admit no token. */
export function operatorOf(caller: OperatorCaller): Id<'usr'> {
  return (
    caller.person?.userId ?? fail('forbidden', 'This action requires a person.', 'Sign in as an operator.')
  )
}

/** The case, locked, if the operator has no interest of their own in it. */
export async function lockCaseFor(tx: Tx, caller: OperatorCaller, caseId: string): Promise<CaseRow> {
  const row = found(await lockCase(tx, caseId), 'case')
  if (await isInvolved(tx, operatorOf(caller), row)) {
    fail(
      'forbidden',
      'Operators cannot decide a case that involves them.',
      'Ask another operator to decide it.',
    )
  }
  return row
}

async function isInvolved(tx: Tx, userId: Id<'usr'>, row: CaseRow): Promise<boolean> {
  if (row.user_id === userId || (await hasReported(tx, row.id, userId))) return true
  if (await hasInterestIn(tx, userId, await agentsConcernedBy(tx, row))) return true
  if (row.organization_id === null) return false
  return (await findRole(tx, { organizationId: row.organization_id, userId })) !== null
}

/** Measures against an operator could leave the market without an admin. */
export async function requireNoOperator(
  tx: Tx,
  userId: string,
  operatorEmails: readonly string[],
): Promise<void> {
  if (!isId('usr', userId) || (await findOperatorRole(tx, userId, operatorEmails)) === undefined) return
  fail('conflict', 'This person is an operator.', 'Have an admin remove the role first.')
}
