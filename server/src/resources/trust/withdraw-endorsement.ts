import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { refuseWithdrawal, requireAgent } from './access.ts'
import { deleteEndorsement, isEndorsementOf } from './endorsement-queries.ts'

/** Works for archived agents too, so that an author can always withdraw an endorsement. */
export const withdrawEndorsement: Operation<Contract['trust']['withdrawEndorsement']> = async (
  tx,
  caller,
  { name, endorsementId: id },
) => {
  if (!isId('end', id)) return notFound('endorsement')
  if (!(await deleteEndorsement(tx, { id, fromId: caller.agentId, name }))) {
    const { id: agentId } = await requireAgent(tx, caller, name)
    return refuseWithdrawal(await isEndorsementOf(tx, id, agentId), 'endorsement')
  }
  await record(tx, caller, { action: 'endorsement.withdrawn', target: id })
  return { done: true }
}
