import { ClaimViolation } from '../suite.ts'

/** Converts failed assertions and unexpected response statuses into claim violations; rethrows other errors. */
export async function convertAssertions<T>(label: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && isFinding(error)) throw new ClaimViolation(`${label}: ${describe(error)}`)
    throw error
  }
}

function isFinding({ name, message }: Error): boolean {
  return name === 'AssertionError' || / answered \d{3}/.test(message)
}

/** The end of the message is the most specific part; long values are described by their differences. */
function describe(error: Error): string {
  const last = error.message.split('\n').slice(-4).join('\n').slice(-800)
  if (!('actual' in error && 'expected' in error)) return last
  const differences = differencesOf(error.actual, error.expected).slice(0, 4)
  return [last, ...differences].join('\n')
}

function differencesOf(actual: unknown, expected: unknown): string[] {
  const [ours, theirs] = [fieldsOf(actual), fieldsOf(expected)]
  if (ours === undefined || theirs === undefined) return []
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((name) => ours.get(name) !== theirs.get(name))
    .map((name) => `${name} is ${ours.get(name) ?? 'missing'} instead of ${theirs.get(name) ?? 'missing'}`)
}

function fieldsOf(value: unknown): Map<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value).map(([name, field]) => [name, serialize(field)]))
}

function serialize(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => withSortedKeys(field)) ?? ''
}

/** Makes serialization independent of key order. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
