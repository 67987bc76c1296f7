/** Errors of the token, revocation, registration and device endpoints (RFC 6749, section 5.2). */
type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

/**
 * Refusal of an OAuth endpoint. Operations return it instead of throwing it, because a refusal can end a grant, and the
 * transaction that ends it must commit.
 */
export class OauthRefusal extends Error {
  readonly code: OauthErrorCode

  constructor(code: OauthErrorCode, description: string) {
    super(description)
    this.name = 'OauthRefusal'
    this.code = code
  }
}
