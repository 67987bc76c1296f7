import type { Contract, DeviceRequest } from 'souk-contract'
import type { Query } from '../../../operation.ts'
import { cliClientId } from '../authorization-server.ts'
import { findPendingDevice, requireDevice, type DeviceRequestRow } from './device-queries.ts'
import { hashUserCode } from './user-code.ts'

export const describeDeviceRequest: Query<Contract['apps']['describeDeviceRequest']> = async (
  reader,
  _caller,
  { userCode },
) => ({ request: viewRequest(requireDevice(await findPendingDevice(reader, hashUserCode(userCode)))) })

function viewRequest(row: DeviceRequestRow): DeviceRequest {
  const isCli = row.client_id === null
  return {
    access: isCli ? 'account' : 'agent',
    client: {
      id: row.client_id ?? cliClientId,
      name: row.client_name ?? 'Souk CLI',
      homepage: row.homepage,
      host: null,
    },
    resource: row.resource,
    scopes: row.scopes,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
