import type { App, AuthorizationRequest } from 'souk-contract'
import type { Addressee, AuthorizationTerms } from './authorization/authorization-request.ts'
import type { ClientRow } from './clients/client-queries.ts'
import type { AppRow } from './grant-queries.ts'
import { describeRedirect } from './authorization/redirect-uris.ts'

export function viewRequest(
  client: ClientRow,
  { redirectUri }: Addressee,
  { resource, scopes }: AuthorizationTerms,
): AuthorizationRequest {
  const { host, local } = describeRedirect(redirectUri)
  return { client: viewClient(client), redirectHost: host, local, resource, scopes: [...scopes] }
}

/** The domain of a client metadata document belongs to the app, because the document was fetched from it. */
function viewClient({ id, kind, name, homepage }: Pick<ClientRow, 'id' | 'kind' | 'name' | 'homepage'>) {
  return { id, name, homepage, host: kind === 'document' ? new URL(id).host : null }
}

export function viewApp(row: AppRow): App {
  const { daily_limit: limit, currency } = row
  const money = (amount: bigint) =>
    limit === null || currency === null ? null : { amount: Number(amount), currency }
  return {
    id: row.id,
    client: viewClient({ id: row.client_id, kind: row.kind, name: row.client_name, homepage: row.homepage }),
    redirectHost: row.redirect_host,
    agent: { agentId: row.agent_id, name: row.handle, displayName: row.display_name },
    connectedBy: row.user_id,
    resource: row.resource,
    scopes: row.scopes,
    dailyLimit: money(limit ?? 0n),
    spentToday: money(row.spent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
