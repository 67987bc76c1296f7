/** Interprets the query of an authorization request (OAuth 2.1, section 4.1.1). Pure. */
import type { Scope } from 'souk-contract'
import type { ResourceName } from '../../../db/tables/oauth-tables.ts'
import { appScopes, resourceNamed } from '../protected-resource.ts'

/** Client and redirect URI; without both, no answer can be sent to the client. */
export interface Addressee {
  readonly clientId: string
  readonly redirectUri: string
}

export interface AuthorizationTerms {
  readonly scopes: readonly Scope[]
  readonly resource: ResourceName
  readonly challenge: string
}

/** An error that is reported to the redirect URI. */
interface AuthorizationError {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target'
  readonly description: string
}

/** Client and redirect URI of a request, if each occurs once. */
export function addresseeOf(query: string): Addressee | undefined {
  const parameters = new URLSearchParams(query)
  const [clientId, ...otherIds] = parameters.getAll('client_id')
  const [redirectUri, ...otherUris] = parameters.getAll('redirect_uri')
  if (clientId === undefined || redirectUri === undefined) return undefined
  return otherIds.length + otherUris.length > 0 ? undefined : { clientId, redirectUri }
}

export function stateOf(query: string): string | undefined {
  return new URLSearchParams(query).get('state') ?? undefined
}

/** The request of the client, or the error that it gets. */
export function termsOf(query: string, origin: string): AuthorizationTerms | AuthorizationError {
  const parameters = new URLSearchParams(query)
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).length > 1) return invalid(`"${name.slice(0, 50)}" must occur once.`)
  }
  if (parameters.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', description: '"response_type" must be "code".' }
  }
  const mode = parameters.get('response_mode')
  if (mode !== null && mode !== 'query') return invalid('"response_mode" must be "query".')
  const challenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    return invalid('PKCE is required: send "code_challenge" with "code_challenge_method=S256".')
  }
  const scopes = scopesIn(parameters.get('scope'))
  if (scopes.length === 0) {
    return { error: 'invalid_scope', description: `"scope" must name some of: ${appScopes.join(' ')}.` }
  }
  const named = parameters.get('resource')
  const resource = named === null ? 'mcp' : resourceNamed(origin, named)
  if (resource === undefined) {
    return { error: 'invalid_target', description: `"resource" must be ${origin}/mcp or ${origin}/api.` }
  }
  return { scopes, resource, challenge }
}

/** Known scopes among those requested; all if none is named. Hosts also send scopes of other servers. */
export function scopesIn(scope: string | null): readonly Scope[] {
  const requested = new Set((scope ?? '').split(' ').filter((name) => name !== ''))
  return requested.size === 0 ? appScopes : appScopes.filter((name) => requested.has(name))
}

function invalid(description: string): AuthorizationError {
  return { error: 'invalid_request', description }
}
