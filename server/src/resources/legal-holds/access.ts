import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { hasInterestIn } from '../agents/interest-queries.ts'
import { findRole } from '../organizations/member-queries.ts'
import { partiesOf, type HoldRow } from './queries.ts'

/** A hold keeps evidence, so the people it may concern cannot end it. */
export async function requireNoInterest(tx: Tx, userId: Id<'usr'>, hold: HoldRow): Promise<void> {
  if (!(await concerns(tx, userId, hold.subject_id))) return
  fail(
    'forbidden',
    'Operators cannot release a hold that concerns them.',
    'Ask another operator to release it.',
  )
}

async function concerns(tx: Tx, userId: Id<'usr'>, subjectId: string): Promise<boolean> {
  if (isId('org', subjectId)) return (await findRole(tx, { organizationId: subjectId, userId })) !== null
  const agents = isId('agt', subjectId) ? [subjectId] : await partiesOf(tx, subjectId)
  return subjectId === userId || (await hasInterestIn(tx, userId, agents))
}
