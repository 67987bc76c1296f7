/**
 * The only place that reads input schemas of packages. A subset of JSON Schema without references, regular expressions
 * and combinators: checking a value takes time linear in its size, whatever schema a provider stores.
 */
import { fail } from '../../failure.ts'

type Json = Readonly<Record<string, unknown>>

const limits = { bytes: 16 * 1024, depth: 8, inputBytes: 64 * 1024 } as const
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isNumber = (value: unknown) => typeof value === 'number'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isAnything = () => true
const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isType = (value: unknown) => types.some((type) => type === value)

/** Keywords with the values they take; `properties` and `items` contain schemas. */
const keywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['$schema', isText],
  ['type', isType],
  ['enum', (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar)],
  ['const', isScalar],
  ['properties', isObject],
  ['required', (value) => Array.isArray(value) && value.every(isText)],
  ['additionalProperties', isFlag],
  ['items', isObject],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['title', isText],
  ['description', isText],
  ['default', isAnything],
  ['examples', isAnything],
])

export function requireValidSchema(schema: Json): void {
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.bytes) {
    refuseSchema('inputSchema', `must have at most ${limits.bytes / 1024} KiB`)
  }
  requireKeywords('inputSchema', schema, 0)
}

function requireKeywords(path: string, schema: Json, depth: number): void {
  if (depth > limits.depth) refuseSchema(path, `must be nested at most ${limits.depth} deep`)
  for (const [name, value] of Object.entries(schema)) {
    const accepts = keywords.get(name)
    if (accepts === undefined) return refuseSchema(`${path}.${name}`, 'is not supported')
    if (!accepts(value)) refuseSchema(`${path}.${name}`, 'has an invalid value')
  }
  const { properties, items } = schema
  if (isObject(items)) requireKeywords(`${path}.items`, items, depth + 1)
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const inner = `${path}.properties.${name.slice(0, 60)}`
    if (!isObject(property)) return refuseSchema(inner, 'must be an object')
    requireKeywords(inner, property, depth + 1)
  }
}

function refuseSchema(path: string, rule: string): never {
  return fail('unprocessable', `"${path}" ${rule}.`, `Use only: ${[...keywords.keys()].join(', ')}.`)
}

/** Refuses an input that the schema does not allow; names the first field that breaks it. */
export function requireValidInput(schema: Json | null, input: unknown): void {
  if (schema === null) {
    if (input === undefined) return
    fail('unprocessable', 'The package takes no "input".', 'Remove "input" and send "text".')
  }
  if (input === undefined) {
    fail('unprocessable', '"input" is required by the package.', 'Read its "inputSchema".')
  }
  if (Buffer.byteLength(JSON.stringify(input)) > limits.inputBytes) {
    fail(
      'unprocessable',
      `"input" must have at most ${limits.inputBytes / 1024} KiB.`,
      'Send a shorter input.',
    )
  }
  const problem = problemIn('input', schema ?? {}, input)
  if (problem !== undefined) fail('unprocessable', problem, 'Read the "inputSchema" of the package.')
}

function problemIn(path: string, schema: Json, value: unknown): string | undefined {
  const { type, enum: allowed, const: fixed } = schema
  if (typeof type === 'string' && !hasType(type, value)) return `"${path}" must be of type ${type}.`
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    return `"${path}" must be one of: ${allowed.map(String).join(', ').slice(0, 200)}.`
  }
  if ('const' in schema && fixed !== value) return `"${path}" must be ${String(fixed).slice(0, 100)}.`
  if (typeof value === 'string')
    return outside(path, 'characters', [...value].length, schema.minLength, schema.maxLength)
  if (typeof value === 'number') return outside(path, 'value', value, schema.minimum, schema.maximum)
  if (Array.isArray(value)) return problemInArray(path, schema, value)
  return isObject(value) ? problemInObject(path, schema, value) : undefined
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function outside(path: string, unit: string, size: number, min: unknown, max: unknown): string | undefined {
  const of = unit === 'value' ? '' : ` ${unit}`
  const verb = unit === 'value' ? 'be' : 'have'
  if (typeof min === 'number' && size < min) return `"${path}" must ${verb} at least ${min}${of}.`
  if (typeof max === 'number' && size > max) return `"${path}" must ${verb} at most ${max}${of}.`
  return undefined
}

function problemInArray(path: string, schema: Json, values: readonly unknown[]): string | undefined {
  const { items } = schema
  const size = outside(path, 'items', values.length, schema.minItems, schema.maxItems)
  if (size !== undefined || !isObject(items)) return size
  for (const [index, value] of values.entries()) {
    const problem = problemIn(`${path}.${index}`, items, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemInObject(path: string, schema: Json, value: Json): string | undefined {
  const properties = new Map(Object.entries(isObject(schema.properties) ? schema.properties : {}))
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const names = required.filter((name) => typeof name === 'string')
  const missing = names.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `"${path}.${missing}" is required.`
  for (const [name, inner] of Object.entries(value)) {
    const property = properties.get(name)
    const place = `${path}.${name.slice(0, 60)}`
    if (!isObject(property)) {
      if (schema.additionalProperties === false) return `"${place}" is not allowed.`
      continue
    }
    const problem = problemIn(place, property, inner)
    if (problem !== undefined) return problem
  }
  return undefined
}
