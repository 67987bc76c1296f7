import type { Vault } from './secrets.ts'

/**
 * The token behind a link in a mail is made from its id and the server's secret key. So the mail can be written, and
 * written again, at any time after the commit, and no table ever holds what the link needs.
 */
export function linkToken(vault: Vault, tokenId: string): string {
  return `${tokenId}.${vault.sign('one-time token', tokenId).toString('base64url')}`
}
