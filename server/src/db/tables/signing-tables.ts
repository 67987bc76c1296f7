import { bytes, json, nullable, text, timestamp } from '../columns.ts'

/** Agent cards are signed with ES256, messages to webhooks with EdDSA. */
export type SigningAlgorithm = 'ES256' | 'EdDSA'

/** Public key in the published key set (RFC 7517, RFC 8037). */
export type PublicJwk = { readonly x: string; readonly kid: string; readonly use: 'sig' } & (
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly y: string; readonly alg: 'ES256' }
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly alg: 'EdDSA' }
)

/** Signing keys of the platform. */
export const signingTables = {
  signing_keys: {
    kid: text(),
    alg: text<SigningAlgorithm>(),
    private_key: bytes(),
    public_key: json<PublicJwk>(),
    created_at: timestamp(),
    retired_at: nullable(timestamp()),
  },
}
