import type { Contract, Input } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { UserCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import type { Id } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { createSessionRow } from '../../sessions/open-session.ts'
import { createGrant } from '../create-grant.ts'
import { decideDevice, lockPendingDevice, requireDevice, type DeviceRequestRow } from './device-queries.ts'
import { hashUserCode } from './user-code.ts'

/** No password was entered on the device, so that nothing counts as recently confirmed. */
const noPassword = new Date(0)

type Approve = Contract['apps']['approveDeviceRequest']

/**
 * Creates the grant or the session right away, without a token for it: until the device fetches one, it ends like any other,
 * for example when the person resets the password.
 */
export const approveDeviceRequest: Operation<Approve> = async (tx, caller, input) => {
  const device = requireDevice(await lockPendingDevice(tx, hashUserCode(input.userCode)))
  await decideDevice(
    tx,
    device.id,
    device.client_id === null
      ? { state: 'approved', session_id: await openDeviceSession(tx, caller, device, input) }
      : { state: 'approved', grant_id: await grantTo(tx, caller, device, input) },
  )
  return { done: true }
}

async function openDeviceSession(
  tx: Tx,
  caller: UserCaller,
  { id, ip, user_agent: userAgent }: DeviceRequestRow,
  { agentId, scopes, dailyLimit }: Input<Approve>,
): Promise<Id<'ses'>> {
  if (agentId !== undefined || scopes !== undefined || dailyLimit !== undefined) {
    fail(
      'unprocessable',
      '"agentId", "scopes" and "dailyLimit" do not apply: the device gets access to the account.',
      'Leave them out.',
    )
  }
  const { row } = await createSessionRow(tx, {
    userId: caller.userId,
    ip,
    userAgent,
    authenticatedAt: noPassword,
  })
  await record(tx, caller, {
    action: 'session.opened',
    target: caller.userId,
    details: { session: row.id, device: id },
  })
  return row.id
}

async function grantTo(
  tx: Tx,
  caller: UserCaller,
  { client_id: clientId, client_name: name, resource, scopes: requested }: DeviceRequestRow,
  { agentId, scopes, dailyLimit }: Input<Approve>,
): Promise<Id<'grt'>> {
  if (clientId === null || name === null || resource === null)
    return fail('internal', 'Device request without client.')
  if (agentId === undefined || scopes === undefined) {
    return fail(
      'unprocessable',
      '"agentId" and "scopes" are required: the app acts as an agent.',
      'Choose an agent and at least one scope.',
    )
  }
  return createGrant(
    tx,
    caller,
    { client: { id: clientId, name }, redirectHost: 'device', resource, scopes: requested },
    { agent: agentId, scopes, dailyLimit },
  )
}
