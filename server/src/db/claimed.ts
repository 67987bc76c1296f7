import type { Statement } from './transact.ts'

/** A larger answer is not stored: a repeated call then gets the brief one, completed with the present state. */
const storedBytesMax = 64 * 1024

export function isStorable(answer: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) <= storedBytesMax
}

/** The answer if it may be stored, otherwise its brief form. */
export function storable<T extends object>(answer: T, brief: T): T {
  return isStorable(answer) ? answer : brief
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
