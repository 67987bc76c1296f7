import { sameBytes, sha256, type Vault } from './secrets.ts'

/**
 * The token of a mail link is derived from its id and the secret key. The mail can therefore be rendered at any time after
 * the commit, and no table stores the token.
 */
export function linkToken(vault: Vault, tokenId: string): string {
  return formatToken(tokenId, vault.sign('one-time token', tokenId))
}

/** The same for a token that may be derived from the previous secret key; the stored hash decides. */
export function knownLinkToken(vault: Vault, tokenId: string, hash: Buffer | null): string {
  const tokens = vault.tags('one-time token', tokenId).map((tag) => formatToken(tokenId, tag))
  return tokens.find((token) => hash !== null && sameBytes(sha256(token), hash)) ?? linkToken(vault, tokenId)
}

function formatToken(tokenId: string, tag: Buffer): string {
  return `${tokenId}.${tag.toString('base64url')}`
}
