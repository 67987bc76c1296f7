import type { JsonSchema } from './document.ts'

export interface SchemaCollector {
  /** The schema as it stands in the document: a reference when it has a title, itself when it has none. */
  place: (schema: object) => JsonSchema
  /** Every schema with a title that was placed, by title. */
  placed: () => Record<string, JsonSchema>
}

/** Collects the schemas of one document, so that each titled shape is written once. */
export function collectSchemas(): SchemaCollector {
  const shelf = new Map<string, JsonSchema>()

  function place(schema: object): JsonSchema {
    const plain = withEnum(copyOf(schema))
    const { title } = plain
    if (title === undefined) return plain
    if (!/^[\w.-]+$/.test(title)) throw new Error(`"${title}" cannot name a component.`)
    const known = shelf.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain))
      throw new Error(`Two different schemas have the title "${title}".`)
    shelf.set(title, plain)
    return { $ref: `#/components/schemas/${title}` }
  }

  /** Only what is enumerable is copied; what TypeBox keeps for itself is not. */
  function copyOf(schema: object): JsonSchema {
    const copy: JsonSchema = {}
    for (const [keyword, value] of Object.entries(schema)) copy[keyword] = copyOfValue(keyword, value)
    return copy
  }

  function copyOfValue(keyword: string, value: unknown): unknown {
    const placeIfSchema = (inner: unknown) => (isObject(inner) ? place(inner) : inner)
    if (holdsSchema.has(keyword)) return placeIfSchema(value)
    if (holdsSchemas.has(keyword) && Array.isArray(value)) return value.map(placeIfSchema)
    if (holdsNamedSchemas.has(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, placeIfSchema(inner)]))
    return value
  }

  const placed = () => Object.fromEntries([...shelf].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { place, placed }
}

const holdsSchema = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
const holdsSchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const holdsNamedSchemas = new Set(['properties', 'patternProperties'])

/** A choice between fixed texts reads better, to people and to generators, as an enum. */
function withEnum(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (anyOf === undefined || anyOf.length === 0 || !anyOf.every(isFixedText)) return schema
  return { type: 'string', enum: anyOf.map((choice) => choice.const), ...rest }
}

function isFixedText(schema: JsonSchema): boolean {
  return (
    typeof schema.const === 'string' && Object.keys(schema).every((key) => key === 'type' || key === 'const')
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
