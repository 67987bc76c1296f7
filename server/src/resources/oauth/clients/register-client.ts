import { record } from '../../../audit/record.ts'
import type { Caller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { second } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { grantTypes } from '../authorization-server.ts'
import { isRefusal, readClientMetadata } from './client-metadata.ts'
import { deleteOldestUnused, insertClient, lockRegistrations } from './client-queries.ts'
import { OauthRefusal } from '../refusal.ts'
import { unusedClientsMax } from '../rules.ts'

/** Registers a public client (RFC 7591). Many registrations cannot lock others out: they replace each other. */
export async function registerClient(tx: Tx, caller: Caller, body: unknown): Promise<object | OauthRefusal> {
  const metadata = readClientMetadata(body)
  if (isRefusal(metadata)) return new OauthRefusal(metadata.error, metadata.description)
  if ((await lockRegistrations(tx)) >= unusedClientsMax) await deleteOldestUnused(tx)
  const { name, homepage, redirectUris, device } = metadata
  const id = newId('oac', tx.now)
  const times = { created_at: tx.now, used_at: tx.now }
  await insertClient(tx, {
    id,
    kind: 'registered',
    name,
    homepage,
    redirect_uris: redirectUris,
    device,
    ...times,
  })
  await record(tx, caller, { action: 'client.registered', target: id, details: { app: name } })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(tx.now.getTime() / second),
    client_name: name,
    ...(homepage === null ? {} : { client_uri: homepage }),
    redirect_uris: redirectUris,
    grant_types: [
      ...(redirectUris.length > 0 ? [grantTypes.code] : []),
      ...(device ? [grantTypes.device] : []),
      grantTypes.refresh,
    ],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    token_endpoint_auth_method: 'none',
  }
}
