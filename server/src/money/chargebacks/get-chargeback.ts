import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { chargebackDetails } from './chargeback-details.ts'

/** A write, because each reading is recorded. */
export const getChargeback: Operation<AdminContract['chargebacks']['getChargeback']> = async (
  tx,
  caller,
  { chargebackRef: ref },
) => {
  const chargeback = await chargebackDetails(tx, ref)
  await record(tx, caller, { action: 'chargeback.read', target: ref })
  return { chargeback }
}
