import type { Statement } from './transact.ts'

/** Of a larger answer only a part is stored, which a repeated call then gets. */
const storedBytesMax = 64 * 1024

export function storable<T>(answer: T, kept: () => T): T {
  return Buffer.byteLength(JSON.stringify(answer)) <= storedBytesMax ? answer : kept()
}

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
