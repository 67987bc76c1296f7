import { Broken } from '../suite.ts'

/** Runs what compares by expectations: one that is not met breaks the claim, and so does an answer that nobody foresaw. */
export async function asClaim<T>(whose: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && isFinding(error)) throw new Broken(`${whose}: ${saying(error)}`)
    throw error
  }
}

function isFinding({ name, message }: Error): boolean {
  return name === 'AssertionError' || / answered \d{3}/.test(message)
}

/** The last lines are the nearest to what went wrong; long values are told by where they differ. */
function saying(error: Error): string {
  const last = error.message.split('\n').slice(-4).join('\n').slice(-800)
  if (!('actual' in error && 'expected' in error)) return last
  const differences = differencesOf(error.actual, error.expected).slice(0, 4)
  return [last, ...differences].join('\n')
}

function differencesOf(actual: unknown, expected: unknown): string[] {
  const [ours, theirs] = [partsOf(actual), partsOf(expected)]
  if (ours === undefined || theirs === undefined) return []
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((name) => ours.get(name) !== theirs.get(name))
    .map((name) => `${name} is ${ours.get(name) ?? 'missing'} instead of ${theirs.get(name) ?? 'missing'}`)
}

function partsOf(value: unknown): Map<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value).map(([name, part]) => [name, shown(part)]))
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => plain(part)) ?? ''
}

/** The same for the same content, in whatever order its fields stand. */
function plain(part: unknown): unknown {
  if (typeof part === 'bigint') return String(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
