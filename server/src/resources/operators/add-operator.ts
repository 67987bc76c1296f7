import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import type { Operation } from '../../operation.ts'
import { findUserByEmail } from '../users/queries.ts'
import { findOperator, insertOperator } from './queries.ts'
import { viewOperator } from './view.ts'

export const addOperator: Operation<AdminContract['operators']['addOperator']> = async (
  tx,
  caller,
  { email, role },
) => {
  const user = await findUserByEmail(tx, email)
  // An unverified address may belong to a different person.
  if (user === undefined || user.email_verified_at === null) {
    return fail(
      'unprocessable',
      '"email" must be the verified address of an account.',
      'Ask the person to sign up and to verify the address first.',
    )
  }
  if (user.standing !== 'good') {
    fail('conflict', `A ${user.standing} account cannot become an operator.`, 'Reinstate the account first.')
  }
  const added = await insertOperator(tx, {
    user_id: user.id,
    role,
    added_by: caller.person?.userId ?? null,
    created_at: tx.now,
  })
  if (!added) fail('conflict', 'This person is already an operator.', 'Change the role of the operator.')
  await record(tx, caller, { action: 'operator.added', target: user.id, details: { role } })
  await enqueueMail(tx, { kind: 'operator-role', to: user.email, facts: { role } })
  return { operator: viewOperator(found(await findOperator(tx, user.id), 'operator')) }
}
