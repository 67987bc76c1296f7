import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { approveAuthorization } from './authorization/approve-authorization.ts'
import { approveDeviceRequest } from './device/approve-device-request.ts'
import { denyAuthorization } from './authorization/deny-authorization.ts'
import { denyDeviceRequest } from './device/deny-device-request.ts'
import { describeDeviceRequest } from './device/describe-device-request.ts'
import { disconnectApp } from './disconnect-app.ts'
import { appsOf } from './grant-queries.ts'
import { requestAuthorization } from './authorization/request-authorization.ts'
import { updateApp } from './update-app.ts'
import { viewApp } from './view.ts'

export const apps: Handlers<Contract['apps']> = {
  requestAuthorization,
  approveAuthorization: write(approveAuthorization),
  denyAuthorization: write(denyAuthorization),
  describeDeviceRequest: read(describeDeviceRequest),
  approveDeviceRequest: write(approveDeviceRequest),
  denyDeviceRequest: write(denyDeviceRequest),
  listApps: read(async (reader, caller, { page }) =>
    pageOf(await appsOf(reader, caller.userId, page), page, viewApp, (row) => [row.id]),
  ),
  updateApp: write(updateApp),
  disconnectApp: write(disconnectApp),
}
