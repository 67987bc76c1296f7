import type { OperatorCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findPosting } from '../ledger/queries.ts'
import { hasInterestIn } from '../../resources/agents/interest-queries.ts'
import type { ActionRow } from './action-queries.ts'
import { findDeskPayment } from './queries.ts'

/** An operator cannot move money of an agent in which they have an interest. Other owners of accounts are ignored. */
export async function requireNoInterest(
  reader: Reader,
  { person }: OperatorCaller,
  owners: readonly string[],
): Promise<void> {
  if (person === null) return
  const agentIds = owners.filter((owner) => isId('agt', owner))
  if (!(await hasInterestIn(reader, person.userId, agentIds))) return
  fail('forbidden', 'Operators cannot move money of an agent of theirs.', 'Ask another operator to do it.')
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
