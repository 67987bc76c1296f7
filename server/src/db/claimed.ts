import type { Statement } from './transact.ts'

/** What a statement for many callers writes for one that must happen once: the claim with the sealed answer, bytes in base64. */
export function claimed({ claim, vault }: Pick<Statement, 'claim' | 'vault'>, answer: object) {
  if (claim === undefined) return {}
  const { caller, key, route, requestHash } = claim
  return {
    caller,
    key,
    route,
    request_hash: requestHash.toString('base64'),
    reply: vault.seal(JSON.stringify(answer)).toString('base64'),
  }
}
