import type { AdminContract, Suppression } from 'souk-contract'
import { record } from '../audit/record.ts'
import { saveSuppression, type SuppressionRow } from '../mails/suppression-queries.ts'
import type { Operation } from '../operation.ts'

export const suppressAddress: Operation<AdminContract['mails']['suppressAddress']> = async (
  tx,
  caller,
  { address, reason = 'operator', detail = '' },
) => {
  const suppression = viewSuppression(await saveSuppression(tx, { address, reason, detail }))
  await record(tx, caller, { action: 'mail.suppressed', target: suppression.address, details: { reason } })
  return { suppression }
}

export function viewSuppression({ address_key, reason, detail, created_at }: SuppressionRow): Suppression {
  return { address: address_key, reason, detail, createdAt: created_at.toISOString() }
}
