import { sha256 } from '../../lib/secrets.ts'
import { shownInput } from './stored-input.ts'

/**
 * One hash for an operation and its input, whatever the order in which the fields were sent or stored. Secrets are left
 * out: a plain hash would let a reader of the table guess them.
 */
export function fingerprint(operation: string, input: object): Buffer {
  const asked = [operation, shownInput(operation, input)]
  return sha256(JSON.stringify(asked, (_name, value: unknown) => sorted(value)))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
