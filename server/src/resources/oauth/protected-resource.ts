/** The only place that names the protected resources of this server and says how a client gets a token for them. Pure. */
import { defaultScopes } from 'souk-contract'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { Challenge } from '../../failure.ts'

export const resourceNames: readonly ResourceName[] = ['api', 'mcp']

/** Scopes that an app can get: those of a key, without the one that moves money out of the marketplace. */
export const appScopes = defaultScopes

/** Identifier of a resource (RFC 8707), the audience of its tokens. */
export function resourceUrl(origin: string, name: ResourceName): string {
  return `${origin}/${name}`
}

/** The resource with this identifier. A trailing slash is ignored. */
export function resourceNamed(origin: string, url: string): ResourceName | undefined {
  const named = url.endsWith('/') ? url.slice(0, -1) : url
  return resourceNames.find((name) => resourceUrl(origin, name) === named)
}

/** Protected resource metadata (RFC 9728). */
export function protectedResourceOf(
  { origin, marketName }: { readonly origin: string; readonly marketName: string },
  name: ResourceName,
): object {
  return {
    resource: resourceUrl(origin, name),
    resource_name: `${marketName} ${name === 'mcp' ? 'MCP server' : 'API'}`,
    authorization_servers: [origin],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/api/docs`,
  }
}

/** `WWW-Authenticate` of a refused call: the metadata of the resource, and what a new token needs. */
export function challengeOf(origin: string, name: ResourceName, challenge: Challenge = {}): string {
  const { error, scope = appScopes.join(' ') } = challenge
  const parts = [
    'realm="souk"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    `scope="${scope}"`,
    `resource_metadata="${origin}/.well-known/oauth-protected-resource/${name}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}
