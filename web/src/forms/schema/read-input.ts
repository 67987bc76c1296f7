/** Input of a package: what a person typed, and the JSON value that its schema asks for. Pure. */
import { say } from '../../messages/en/packages.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Typed input: a text per field, in the structure of the schema. */
export type Draft = string | boolean | readonly Draft[] | { readonly [name: string]: Draft }

type FieldKind = 'choice' | 'text' | 'number' | 'yesNo' | 'list' | 'group' | 'fixed' | 'json'

export function fieldKindOf(schema: Schema): FieldKind {
  if ('const' in schema) return 'fixed'
  if (Array.isArray(schema['enum'])) return 'choice'
  switch (schema['type']) {
    case 'string':
      return 'text'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'yesNo'
    case 'array':
      return 'list'
    case 'object':
      return 'properties' in schema ? 'group' : 'json'
    default:
      return 'properties' in schema ? 'group' : 'json'
  }
}

export function choicesOf(schema: Schema): readonly unknown[] {
  const choices: unknown = schema['enum']
  return Array.isArray(choices) ? choices : []
}

export function propertiesOf(schema: Schema): readonly (readonly [name: string, schema: Schema])[] {
  const properties = schema['properties']
  return isSchema(properties)
    ? Object.entries(properties).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner] as const] : []))
    : []
}

export function itemsOf(schema: Schema): Schema {
  return isSchema(schema['items']) ? schema['items'] : {}
}

export function isRequired(schema: Schema, name: string): boolean {
  return Array.isArray(schema['required']) && schema['required'].includes(name)
}

/** The draft before anything is typed: the default of the schema, or empty. */
export function emptyDraft(schema: Schema): Draft {
  const preset = schema['default']
  switch (fieldKindOf(schema)) {
    case 'group':
      return Object.fromEntries(propertiesOf(schema).map(([name, inner]) => [name, emptyDraft(inner)]))
    case 'list':
      return Array.from({ length: numberIn(schema, 'minItems') ?? 0 }, () => emptyDraft(itemsOf(schema)))
    case 'yesNo':
      return preset === true
    case 'choice': {
      const index = choicesOf(schema).findIndex((choice) => JSON.stringify(choice) === JSON.stringify(preset))
      return index === -1 ? '' : String(index)
    }
    case 'json':
      return preset === undefined ? '' : JSON.stringify(preset)
    case 'fixed':
    case 'text':
    case 'number':
      return typeof preset === 'string' || typeof preset === 'number' ? String(preset) : ''
  }
}

interface Place {
  readonly path: string
  readonly required: boolean
}

interface Reading {
  /** Undefined when the field is left out. */
  readonly value: unknown
  /** Messages by path, such as `/products/0`. */
  readonly errors: readonly (readonly [path: string, message: string])[]
}

/** Reads the value of a draft; an empty optional field is left out. */
export function readDraft(
  schema: Schema,
  draft: Draft,
  place: Place = { path: '', required: true },
): Reading {
  const { path, required } = place
  const kind = fieldKindOf(schema)
  if (kind === 'fixed') return { value: schema['const'], errors: [] }
  if (typeof draft === 'boolean') return { value: draft, errors: [] }
  if (!required && isBlank(draft)) return { value: undefined, errors: [] }
  if (typeof draft !== 'string')
    return isList(draft) ? readList(schema, draft, path) : readGroup(schema, draft, path)
  if (draft.trim() === '' && !(kind === 'text' && !required))
    return { value: undefined, errors: [[path, say('required')]] }
  const read = readText(schema, kind, draft)
  return 'problem' in read
    ? { value: undefined, errors: [[path, read.problem]] }
    : { value: read.value, errors: [] }
}

type TextReading = { readonly value: unknown } | { readonly problem: string }

function readText(schema: Schema, kind: FieldKind, text: string): TextReading {
  if (kind === 'choice') return { value: choicesOf(schema)[Number(text)] }
  if (kind === 'number') return readNumber(schema, text)
  if (kind === 'json') return readJson(text)
  const [min, max] = [numberIn(schema, 'minLength') ?? 0, numberIn(schema, 'maxLength') ?? Infinity]
  // The server counts characters, not UTF-16 units.
  const { length } = [...text]
  if (length < min) return { problem: say('tooShort', { min }) }
  return length > max ? { problem: say('tooLong', { max, length }) } : { value: text }
}

function readNumber(schema: Schema, text: string): TextReading {
  const value = Number(text.trim())
  const [min, max] = [numberIn(schema, 'minimum'), numberIn(schema, 'maximum')]
  if (!Number.isFinite(value)) return { problem: say('enterANumber') }
  if (schema['type'] === 'integer' && !Number.isSafeInteger(value))
    return { problem: say('enterAWholeNumber') }
  if (min !== undefined && value < min) return { problem: say('atLeast', { min }) }
  return max !== undefined && value > max ? { problem: say('atMost', { max }) } : { value }
}

function readJson(text: string): TextReading {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return { problem: say('enterJson') }
  }
}

function readList(schema: Schema, drafts: readonly Draft[], path: string): Reading {
  const items = drafts.map((draft, index) =>
    readDraft(itemsOf(schema), draft, { path: `${path}/${index}`, required: true }),
  )
  const [min, max] = [numberIn(schema, 'minItems') ?? 0, numberIn(schema, 'maxItems') ?? Infinity]
  const own = drafts.length < min ? say('atLeastItems', { count: min }) : say('atMostItems', { count: max })
  const isWrong = drafts.length < min || drafts.length > max
  return {
    value: items.map(({ value }) => value),
    errors: [...(isWrong ? [[path, own] as const] : []), ...items.flatMap(({ errors }) => errors)],
  }
}

function readGroup(schema: Schema, drafts: { readonly [name: string]: Draft }, path: string): Reading {
  const read = propertiesOf(schema).map(([name, inner]) => {
    const place = { path: `${path}/${name}`, required: isRequired(schema, name) }
    return [name, readDraft(inner, drafts[name] ?? emptyDraft(inner), place)] as const
  })
  return {
    value: Object.fromEntries(
      read.filter(([, { value }]) => value !== undefined).map(([name, { value }]) => [name, value]),
    ),
    errors: read.flatMap(([, { errors }]) => errors),
  }
}

function isBlank(draft: Draft): boolean {
  if (typeof draft === 'string') return draft.trim() === ''
  if (typeof draft === 'boolean') return !draft
  return Object.values(draft).every(isBlank)
}

function isList(draft: Draft): draft is readonly Draft[] {
  return Array.isArray(draft)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function numberIn(schema: Schema, name: string): number | undefined {
  const value = schema[name]
  return typeof value === 'number' ? value : undefined
}
