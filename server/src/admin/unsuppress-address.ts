import type { AdminContract } from 'souk-contract'
import { record } from '../audit/record.ts'
import { notFound } from '../failure.ts'
import { addressKey, deleteSuppression } from '../mails/suppression-queries.ts'
import type { Operation } from '../operation.ts'

export const unsuppressAddress: Operation<AdminContract['mails']['unsuppressAddress']> = async (
  tx,
  caller,
  { address },
) => {
  if (!(await deleteSuppression(tx, address))) return notFound('suppressed address')
  await record(tx, caller, { action: 'mail.unsuppressed', target: addressKey(address) })
  return { done: true }
}
