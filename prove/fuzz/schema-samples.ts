/** Values that a schema describes: ordinary ones, or such as stand at its limits and one beyond. */
import { sample as draw, stringMatching } from 'fast-check'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { resolved, type Document, type Schema } from './openapi-document.ts'

export interface Taste {
  readonly dice: Dice
  readonly document: Document
  /** A value that means something where a field has this name. */
  known(name: string): string | undefined
  /** The id of something of the same kind that is there. */
  alike(id: string): string | undefined
  /** How many of a hundred values stand at a limit, and how many of those one beyond it. */
  readonly atLimit: number
  readonly beyond: number
}

export function sampleOf(given: Schema, taste: Taste, name = ''): unknown {
  const schema = resolved<Schema>(taste.document, given)
  const { dice } = taste
  if (schema.const !== undefined) return schema.const
  // One of them may be null, which counts as a value here.
  if (schema.enum !== undefined) return schema.enum[dice.roll(schema.enum.length)]
  if (schema.anyOf !== undefined) return sampleOf(dice.pick(schema.anyOf), taste, name)
  return kinds[schema.type ?? 'any']?.(schema, taste, name) ?? null
}

type Kind = (schema: Schema, taste: Taste, name: string) => unknown

const kinds: Readonly<Record<string, Kind>> = {
  object: objectOf,
  array: (schema, taste, name) => {
    const { minItems = 0, maxItems = 3 } = schema
    const count = sizeOf(taste, minItems, Math.max(minItems, Math.min(maxItems, minItems + 2)), maxItems)
    const items = schema.items ?? {}
    return Array.from({ length: count }, () => sampleOf(items, taste, name))
  },
  string: textOf,
  integer: (schema, taste) => numberOf(schema, taste),
  number: (schema, taste) => numberOf(schema, taste),
  boolean: (_schema, { dice }) => dice.chance(50),
  null: () => null,
  any: (_schema, { dice }) => dice.pick([true, 7, 'any', [], { some: 'thing' }]),
}

function objectOf(schema: Schema, taste: Taste): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || taste.dice.chance(40),
  )
  const fields = chosen.map(([name, field]) => [name, sampleOf(field, taste, name)] as const)
  const open = Object.values(schema.patternProperties ?? {})
  if (typeof schema.additionalProperties === 'object') open.push(schema.additionalProperties)
  const extra = open.map((field, place) => [`extra-${place}`, sampleOf(field, taste)] as const)
  return Object.fromEntries([...fields, ...extra])
}

const largest = Number.MAX_SAFE_INTEGER

function numberOf({ minimum = -1000, maximum = largest }: Schema, taste: Taste): number {
  const { dice } = taste
  if (dice.chance(taste.atLimit)) {
    const over = dice.chance(taste.beyond) ? 1 : 0
    return dice.pick([minimum - over, maximum + over])
  }
  return minimum + dice.roll(Math.min(maximum - minimum, 5_000) + 1)
}

/** A size for a list or a text: usually a small one. */
function sizeOf(taste: Taste, least: number, usual: number, most: number): number {
  const { dice } = taste
  if (!dice.chance(taste.atLimit)) return least + dice.roll(usual - least + 1)
  const over = dice.chance(taste.beyond) ? 1 : 0
  return Math.max(0, dice.pick([least - over, Math.min(most, 20_000) + over]))
}

const words = ['Please', 'translate', 'a letter', 'Grüße', '日本語', 'עברית', '😀', 'e\u0301', 'a\u200bb', '\u202eabc', '-', "O'Neil", '100%', '<b>', '\t', '\u{10ffff}'] // prettier-ignore

const formats: Readonly<Record<string, (dice: Dice) => string>> = {
  'date-time': (dice) =>
    new Date(Date.UTC(2026, dice.roll(12), 1 + dice.roll(28), dice.roll(24))).toISOString(),
  email: (dice) => `${someLetters(dice, 8)}@example.com`,
  uri: (dice) => `https://${someLetters(dice, 6)}.example.com/${someLetters(dice, 3)}`,
}

function textOf(schema: Schema, taste: Taste, name: string): string {
  const { dice } = taste
  const known = taste.known(name)
  if (known !== undefined && dice.chance(70)) return known
  const { minLength = 0, maxLength = 500 } = schema
  const size = sizeOf(taste, minLength, Math.max(minLength, Math.min(maxLength, minLength + 40)), maxLength)
  const format = formats[schema.format ?? '']
  if (format !== undefined) return format(dice)
  if (schema.pattern !== undefined && schema.pattern !== '\\S') return patterned(schema.pattern, dice, size)
  // Characters as JSON Schema counts them: a pair of surrogates is one.
  const letters = [...dice.pick(words)]
  while (letters.length < size) letters.push(' ', ...dice.pick(words))
  return letters.slice(0, size).join('')
}

const drawn = new Map<string, readonly string[]>()

/** What the pattern asks for, made new by letters at its end where the pattern lets them be. */
function patterned(pattern: string, dice: Dice, size: number): string {
  const expression = new RegExp(pattern)
  const pool = drawn.get(pattern) ?? draw(stringMatching(expression), { seed: 1, numRuns: 100 })
  drawn.set(pattern, pool)
  const base = dice.pick(pool)
  const longer = base.slice(0, size) + someLetters(dice, Math.max(4, size - base.length))
  return expression.test(longer) ? longer.slice(0, Math.max(size, 8)) : base
}

export function someLetters(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[dice.roll(26)]).join('')
}
