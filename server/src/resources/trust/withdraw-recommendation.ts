import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { refuseWithdrawal, requireAgent } from './access.ts'
import { deleteRecommendation, isRecommendationOf } from './recommendation-queries.ts'

/** Works for archived agents too, so that an author can always withdraw a recommendation. */
export const withdrawRecommendation: Operation<Contract['trust']['withdrawRecommendation']> = async (
  tx,
  caller,
  { name, recommendationId: id },
) => {
  if (!isId('rec', id)) return notFound('recommendation')
  if (!(await deleteRecommendation(tx, { id, fromId: caller.agentId, name }))) {
    const { id: agentId } = await requireAgent(tx, caller, name)
    return refuseWithdrawal(await isRecommendationOf(tx, id, agentId), 'recommendation')
  }
  await record(tx, caller, { action: 'recommendation.withdrawn', target: id })
  return { done: true }
}
