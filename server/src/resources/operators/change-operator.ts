import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { authorityTopic } from '../../authority/topics.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import type { Operation } from '../../operation.ts'
import { lockOperator } from './lock-operator.ts'
import { updateRole } from './queries.ts'
import { viewOperator } from './view.ts'

export const changeOperator: Operation<AdminContract['operators']['changeOperator']> = async (
  tx,
  caller,
  { userId, role },
) => {
  const before = await lockOperator(tx, userId, role === 'admin')
  await updateRole(tx, before.user_id, role)
  tx.publish(authorityTopic.user(before.user_id))
  await record(tx, caller, {
    action: 'operator.changed',
    target: before.user_id,
    details: { before: before.role, after: role },
  })
  await enqueueMail(tx, { kind: 'operator-role', to: before.email, facts: { role } })
  return { operator: viewOperator({ ...before, role }) }
}
