import type { OperatorCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findPosting } from '../ledger/queries.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import type { ActionRow } from './action-queries.ts'
import { findDeskPayment } from './queries.ts'

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

/** For a decision on an action of another operator. */
export async function requireNoInterestIn(
  reader: Reader,
  caller: OperatorCaller,
  action: ActionRow,
): Promise<void> {
  await requireNoInterest(reader, caller, await ownersOf(reader, action))
}

async function ownersOf(reader: Reader, { kind, subject_id: id }: ActionRow): Promise<string[]> {
  switch (kind) {
    case 'write-off':
      return [id]
    case 'refund': {
      const payment = isId('pay', id) ? await findDeskPayment(reader, id) : undefined
      return payment === undefined ? [] : [payment.agent_id, payment.liable_id ?? payment.agent_id]
    }
    case 'correction': {
      const { transfers } = (await findPosting(reader, id)) ?? { transfers: [] }
      return transfers.flatMap(({ debit, credit }) => [debit.wallet, credit.wallet])
    }
  }
}
