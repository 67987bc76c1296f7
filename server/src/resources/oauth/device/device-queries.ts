import { sql, type Insertable, type Selectable } from 'kysely'
import type { Scope } from 'souk-contract'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import type { Id } from '../../../lib/ids.ts'
import { pendingDevicesMax } from '../rules.ts'

type DeviceRow = Selectable<Schema['oauth_device_requests']>

/** A request with the app that made it; the name is null for the CLI. */
export type DeviceRequestRow = DeviceRow & {
  readonly client_name: string | null
  readonly homepage: string | null
}

/** Stores a request. Above the limit it replaces the oldest pending ones, so that a flood locks no device out. */
export async function insertDeviceRequest(
  tx: Tx,
  request: Insertable<Schema['oauth_device_requests']>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('oauth_device_requests'))`.execute(tx)
  await sql`
    delete from oauth_device_requests where id in (
      select id from oauth_device_requests where state = 'pending'
      order by id desc offset ${pendingDevicesMax - 1})`.execute(tx)
  await tx.insertInto('oauth_device_requests').values(request).execute()
}

/** The undecided request with this user code. */
export async function findPendingDevice(reader: Reader, hash: Buffer): Promise<DeviceRequestRow | undefined> {
  const { rows } = await sql<DeviceRequestRow>`${pendingWith(reader, hash)}`.execute(reader)
  return rows[0]
}

export async function lockPendingDevice(tx: Tx, hash: Buffer): Promise<DeviceRequestRow | undefined> {
  const { rows } = await sql<DeviceRequestRow>`${pendingWith(tx, hash)} for update of d`.execute(tx)
  return rows[0]
}

function pendingWith({ now }: Reader, hash: Buffer) {
  return sql`
    select d.*, c.name as client_name, c.homepage
    from oauth_device_requests d left join oauth_clients c on c.id = d.client_id
    where d.user_code_hash = ${hash} and d.state = 'pending' and d.expires_at > ${now}`
}

/** Unknown, used and expired codes are refused alike. */
export function requireDevice(row: DeviceRequestRow | undefined): DeviceRequestRow {
  return (
    row ??
    fail(
      'not-found',
      'There is no device with this code, or the code has expired.',
      'Check the code, or start again on the device.',
    )
  )
}

type Decision =
  | { readonly state: 'denied' }
  | { readonly state: 'approved'; readonly grant_id: Id<'grt'> }
  | { readonly state: 'approved'; readonly session_id: Id<'ses'> }

export async function decideDevice(tx: Tx, id: Id<'odr'>, decision: Decision): Promise<void> {
  await tx.updateTable('oauth_device_requests').set(decision).where('id', '=', id).execute()
}

/** A request by its device code, with the scopes of its grant. Null if the grant or session has ended. */
export async function lockDevice(
  tx: Tx,
  hash: Buffer,
): Promise<(DeviceRow & { granted: Scope[] | null; session_user: Id<'usr'> | null }) | undefined> {
  const { rows } = await sql<DeviceRow & { granted: Scope[] | null; session_user: Id<'usr'> | null }>`
    select d.*, k.scopes as granted, s.user_id as session_user
    from oauth_device_requests d
    left join agent_keys k on k.grant_id = d.grant_id and k.deactivated_at is null and k.disabled_at is null
    left join sessions s on s.id = d.session_id and s.ended_at is null
    where d.device_hash = ${hash} for update of d`.execute(tx)
  return rows[0]
}

export async function recordPoll(tx: Tx, id: Id<'odr'>, intervalSeconds: number): Promise<void> {
  await tx
    .updateTable('oauth_device_requests')
    .set({ polled_at: tx.now, interval_seconds: intervalSeconds })
    .where('id', '=', id)
    .execute()
}

export async function markDeviceUsed(tx: Tx, { id, grant_id: grantId }: DeviceRow): Promise<void> {
  await tx.updateTable('oauth_device_requests').set({ state: 'used' }).where('id', '=', id).execute()
  if (grantId === null) return
  await tx.updateTable('oauth_grants').set({ connected_at: tx.now }).where('id', '=', grantId).execute()
}
