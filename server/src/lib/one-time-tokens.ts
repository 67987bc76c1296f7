import { sameBytes, sha256, type Vault } from './secrets.ts'

/**
 * The token behind a link in a mail is made from its id and the server's secret key. So the mail can be written, and
 * written again, at any time after the commit, and no table ever holds what the link needs.
 */
export function linkToken(vault: Vault, tokenId: string): string {
  return written(tokenId, vault.sign('one-time token', tokenId))
}

/** The same for a token that may have been made with the secret key before this one; its row knows its hash. */
export function knownLinkToken(vault: Vault, tokenId: string, hash: Buffer | null): string {
  const tokens = vault.tags('one-time token', tokenId).map((tag) => written(tokenId, tag))
  return tokens.find((token) => hash !== null && sameBytes(sha256(token), hash)) ?? linkToken(vault, tokenId)
}

function written(tokenId: string, tag: Buffer): string {
  return `${tokenId}.${tag.toString('base64url')}`
}
