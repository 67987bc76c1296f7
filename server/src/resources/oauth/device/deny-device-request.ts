import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { Operation } from '../../../operation.ts'
import { decideDevice, lockPendingDevice, requireDevice } from './device-queries.ts'
import { hashUserCode } from './user-code.ts'

export const denyDeviceRequest: Operation<Contract['apps']['denyDeviceRequest']> = async (
  tx,
  caller,
  { userCode },
) => {
  const { id } = requireDevice(await lockPendingDevice(tx, hashUserCode(userCode)))
  await decideDevice(tx, id, { state: 'denied' })
  await record(tx, caller, { action: 'device.refused', target: id, details: {} })
  return { done: true }
}
