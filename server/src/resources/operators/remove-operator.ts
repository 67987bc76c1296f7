import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { authorityTopic } from '../../authority/topics.ts'
import type { Operation } from '../../operation.ts'
import { lockOperator } from './lock-operator.ts'
import { deleteOperator } from './queries.ts'

export const removeOperator: Operation<AdminContract['operators']['removeOperator']> = async (
  tx,
  caller,
  { userId },
) => {
  const before = await lockOperator(tx, userId, false)
  await deleteOperator(tx, before.user_id)
  tx.publish(authorityTopic.user(before.user_id))
  await record(tx, caller, {
    action: 'operator.removed',
    target: before.user_id,
    details: { before: before.role },
  })
  return { done: true }
}
