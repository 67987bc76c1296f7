import { sha256 } from '../lib/secrets.ts'

/** One hash for an operation and its input, whatever the order in which the fields were sent or stored. */
export function fingerprint(operation: string, input: object): Buffer {
  return sha256(JSON.stringify([operation, input], (_name, value: unknown) => sorted(value)))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
