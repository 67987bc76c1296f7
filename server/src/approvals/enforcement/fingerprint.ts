import { sha256 } from '../../lib/secrets.ts'
import { shownInput } from './stored-input.ts'

/**
 * Hash of an operation and its input, independent of the order of fields. Secrets are omitted: a reader of the table could
 * guess them from a plain hash.
 */
export function fingerprint(operation: string, input: object): Buffer {
  const call = [operation, shownInput(operation, input)]
  return sha256(JSON.stringify(call, (_name, value: unknown) => sorted(value)))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
