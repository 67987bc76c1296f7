import type { OperatorCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findAgentAccess } from '../agents/access-queries.ts'

/** An operator cannot move money of an agent that they can act as. Other owners of accounts are ignored. */
export async function requireNoInterest(
  reader: Reader,
  { person }: OperatorCaller,
  owners: readonly string[],
): Promise<void> {
  if (person === null) return
  for (const owner of new Set(owners)) {
    if (isId('agt', owner) && (await findAgentAccess(reader, person.userId, owner)) !== undefined)
      fail(
        'forbidden',
        'Operators cannot move money of an agent that they can act as.',
        'Ask another operator to do it.',
      )
  }
}
