import type { Scope } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { Caller } from '../../../caller.ts'
import type { ResourceName } from '../../../db/tables/oauth-tables.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, second } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { pooledRandomBytes } from '../../../lib/random.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { cliClientId, devicePagePath } from '../authorization-server.ts'
import { scopesIn } from '../authorization/authorization-request.ts'
import { findClient } from '../clients/client-queries.ts'
import { insertDeviceRequest } from './device-queries.ts'
import { appScopes, resourceNamed } from '../protected-resource.ts'
import { OauthRefusal } from '../refusal.ts'
import { deviceLifetimeMs, pollIntervalSeconds } from '../rules.ts'
import { hashUserCode, newUserCode } from './user-code.ts'

interface DeviceAuthorization {
  readonly clientId: string
  readonly scope: string | undefined
  readonly resource: string | undefined
}

/** Device authorization (RFC 8628, section 3.1): a code for the device, and one for the person. */
export async function authorizeDevice(
  tx: Tx,
  caller: Caller,
  request: DeviceAuthorization,
): Promise<object | OauthRefusal> {
  const terms = request.clientId === cliClientId ? cliTerms : await termsFor(tx, request)
  if (terms instanceof OauthRefusal) return terms
  const deviceCode = pooledRandomBytes(32).toString('base64url')
  const userCode = newUserCode()
  const id = newId('odr', tx.now)
  await insertDeviceRequest(tx, {
    id,
    device_hash: sha256(deviceCode),
    user_code_hash: hashUserCode(userCode),
    ...terms,
    scopes: [...terms.scopes],
    ip: caller.ip,
    user_agent: caller.userAgent,
    state: 'pending',
    interval_seconds: pollIntervalSeconds,
    created_at: tx.now,
    expires_at: after(tx.now, deviceLifetimeMs),
  })
  await record(tx, caller, { action: 'device.requested', target: id, details: { client: request.clientId } })
  const page = tx.settings.origin + devicePagePath
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: deviceLifetimeMs / second,
    interval: pollIntervalSeconds,
  }
}

interface DeviceTerms {
  readonly client_id: string | null
  readonly resource: ResourceName | null
  readonly scopes: readonly Scope[]
}

const cliTerms: DeviceTerms = { client_id: null, resource: null, scopes: [] }

/**
 * Only clients that registered for the flow. A metadata document names a domain, but without a redirect to that domain any
 * program could claim it.
 */
async function termsFor(
  tx: Tx,
  { clientId, scope, resource: named }: DeviceAuthorization,
): Promise<DeviceTerms | OauthRefusal> {
  const client = await findClient(tx, clientId)
  if (client === undefined)
    return new OauthRefusal('invalid_client', 'The client is unknown. Register it first.')
  if (!client.device) {
    return new OauthRefusal(
      'unauthorized_client',
      'The client must register with the grant type of the device flow.',
    )
  }
  const scopes = scopesIn(scope ?? null)
  if (scopes.length === 0) {
    return new OauthRefusal('invalid_scope', `"scope" must name some of: ${appScopes.join(' ')}.`)
  }
  const { origin } = tx.settings
  const resource = named === undefined ? 'mcp' : resourceNamed(origin, named)
  if (resource === undefined) {
    return new OauthRefusal('invalid_target', `"resource" must be ${origin}/mcp or ${origin}/api.`)
  }
  return { client_id: clientId, resource, scopes }
}
