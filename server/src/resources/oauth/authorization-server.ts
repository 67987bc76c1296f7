import { appScopes } from './protected-resource.ts'

/** Paths of the endpoints below the origin. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  device: '/oauth/device',
} as const

/** Page of the web app where a person types a user code. */
export const devicePagePath = '/device'

/** Client id of the CLI, which needs no registration. Its device flow signs a person in. */
export const cliClientId = 'souk-cli'

export const grantTypes = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
} as const

/** Authorization server metadata (RFC 8414). The issuer is the origin. */
export function authorizationServerOf(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: origin + oauthPaths.authorize,
    token_endpoint: origin + oauthPaths.token,
    revocation_endpoint: origin + oauthPaths.revoke,
    registration_endpoint: origin + oauthPaths.register,
    device_authorization_endpoint: origin + oauthPaths.device,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.values(grantTypes),
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${origin}/api/docs`,
  }
}
