/** Generates values for a JSON Schema: ordinary ones, at the limits, or one beyond them. */
import { sample as drawSamples, stringMatching } from 'fast-check'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { resolved, type Document, type Schema } from './openapi-document.ts'

export interface SampleOptions {
  readonly random: Random
  readonly document: Document
  /** An existing value for a field of this name. */
  valueOf(name: string): string | undefined
  /** The id of an existing object of the same type. */
  sameType(id: string): string | undefined
  /** Percentage of values at a limit. */
  readonly atLimit: number
  /** Percentage of those that exceed the limit by one. */
  readonly beyond: number
}

export function sample(unresolved: Schema, options: SampleOptions, name = ''): unknown {
  const schema = resolved<Schema>(options.document, unresolved)
  const { random } = options
  if (schema.const !== undefined) return schema.const
  // `random.pick` does not accept null, which can be one of the values.
  if (schema.enum !== undefined) return schema.enum[random.below(schema.enum.length)]
  if (schema.anyOf !== undefined) return sample(random.pick(schema.anyOf), options, name)
  return generators[schema.type ?? 'any']?.(schema, options, name) ?? null
}

type Generator = (schema: Schema, options: SampleOptions, name: string) => unknown

const generators: Readonly<Record<string, Generator>> = {
  object: sampleObject,
  array: (schema, options, name) => {
    const { minItems = 0, maxItems = 3 } = schema
    const count = sizeOf(options, minItems, Math.max(minItems, Math.min(maxItems, minItems + 2)), maxItems)
    const items = schema.items ?? {}
    return Array.from({ length: count }, () => sample(items, options, name))
  },
  string: sampleString,
  integer: (schema, options) => sampleNumber(schema, options),
  number: (schema, options) => sampleNumber(schema, options),
  boolean: (_schema, { random }) => random.chance(50),
  null: () => null,
  any: (_schema, { random }) => random.pick([true, 7, 'any', [], { some: 'thing' }]),
}

function sampleObject(schema: Schema, options: SampleOptions): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || options.random.chance(40),
  )
  const fields = chosen.map(([name, field]) => [name, sample(field, options, name)] as const)
  const open = Object.values(schema.patternProperties ?? {})
  if (typeof schema.additionalProperties === 'object') open.push(schema.additionalProperties)
  const extra = open.map((field, place) => [`extra-${place}`, sample(field, options)] as const)
  return Object.fromEntries([...fields, ...extra])
}

const largest = Number.MAX_SAFE_INTEGER

function sampleNumber({ minimum = -1000, maximum = largest }: Schema, options: SampleOptions): number {
  const { random } = options
  if (random.chance(options.atLimit)) {
    const over = random.chance(options.beyond) ? 1 : 0
    return random.pick([minimum - over, maximum + over])
  }
  return minimum + random.below(Math.min(maximum - minimum, 5_000) + 1)
}

/** Length of an array or a string, usually small. */
function sizeOf(options: SampleOptions, minimum: number, usual: number, maximum: number): number {
  const { random } = options
  if (!random.chance(options.atLimit)) return minimum + random.below(usual - minimum + 1)
  const over = random.chance(options.beyond) ? 1 : 0
  return Math.max(0, random.pick([minimum - over, Math.min(maximum, 20_000) + over]))
}

const words = ['Please', 'translate', 'a letter', 'Grüße', '日本語', 'עברית', '😀', 'e\u0301', 'a\u200bb', '\u202eabc', '-', "O'Neil", '100%', '<b>', '\t', '\u{10ffff}'] // prettier-ignore

const formats: Readonly<Record<string, (random: Random) => string>> = {
  'date-time': (random) =>
    new Date(Date.UTC(2026, random.below(12), 1 + random.below(28), random.below(24))).toISOString(),
  email: (random) => `${randomLetters(random, 8)}@example.com`,
  uri: (random) => `https://${randomLetters(random, 6)}.example.com/${randomLetters(random, 3)}`,
}

function sampleString(schema: Schema, options: SampleOptions, name: string): string {
  const { random } = options
  const known = options.valueOf(name)
  if (known !== undefined && random.chance(70)) return known
  const { minLength = 0, maxLength = 500 } = schema
  const size = sizeOf(options, minLength, Math.max(minLength, Math.min(maxLength, minLength + 40)), maxLength)
  const format = formats[schema.format ?? '']
  if (format !== undefined) return format(random)
  if (schema.pattern !== undefined && schema.pattern !== '\\S')
    return samplePattern(schema.pattern, random, size)
  // JSON Schema counts code points, so a surrogate pair is one character.
  const letters = [...random.pick(words)]
  while (letters.length < size) letters.push(' ', ...random.pick(words))
  return letters.slice(0, size).join('')
}

const poolByPattern = new Map<string, readonly string[]>()

/** A string that matches the pattern, extended by random letters where the pattern allows it. */
function samplePattern(pattern: string, random: Random, size: number): string {
  const expression = new RegExp(pattern)
  const pool =
    poolByPattern.get(pattern) ?? drawSamples(stringMatching(expression), { seed: 1, numRuns: 100 })
  poolByPattern.set(pattern, pool)
  const base = random.pick(pool)
  const longer = base.slice(0, size) + randomLetters(random, Math.max(4, size - base.length))
  return expression.test(longer) ? longer.slice(0, Math.max(size, 8)) : base
}

export function randomLetters(random: Random, count: number): string {
  return Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[random.below(26)]).join('')
}
