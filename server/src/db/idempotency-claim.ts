import type { Statement } from './transact.ts'

/** Larger replies are stored without their contents, and a repeated call gets this shorter form. */
const storedBytesMax = 64 * 1024

/** The reply if it is small enough to be stored under an Idempotency-Key, otherwise its shorter form. */
export function fitForStorage<T>(reply: T, shorten: () => T): T {
  return Buffer.byteLength(JSON.stringify(reply)) <= storedBytesMax ? reply : shorten()
}

/** The claim and its sealed reply as columns of a batch row; bytes in base64. Empty without an Idempotency-Key. */
export function claimColumns({ claim, vault }: Pick<Statement, 'claim' | 'vault'>, reply: object) {
  if (claim === undefined) return {}
  const { caller, key, route, requestHash } = claim
  return {
    caller,
    key,
    route,
    request_hash: requestHash.toString('base64'),
    reply: vault.seal(JSON.stringify(reply)).toString('base64'),
  }
}
