import { fieldKeyword } from '../keywords.ts'
import type { JsonSchema } from './document.ts'

export interface SchemaCollector {
  /** Returns a reference for a schema with a title, and the schema itself otherwise. */
  place: (schema: object) => JsonSchema
  /** The components: every placed schema that has a title, by title. */
  placed: () => Record<string, JsonSchema>
}

/** Collects the schemas of one document, so that each schema with a title becomes one component. */
export function collectSchemas(): SchemaCollector {
  const components = new Map<string, JsonSchema>()

  function place(schema: object): JsonSchema {
    const { [fieldKeyword]: description, ...plain } = withEnum(copyOf(schema))
    const { title } = plain
    if (title === undefined) return plain
    if (!/^[\w.-]+$/.test(title)) throw new Error(`"${title}" cannot name a component.`)
    const known = components.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain))
      throw new Error(`Two different schemas have the title "${title}".`)
    components.set(title, plain)
    const reference = { $ref: `#/components/schemas/${title}` }
    return typeof description === 'string' ? { ...reference, description } : reference
  }

  /** Copies enumerable keywords only: TypeBox keeps its markers in hidden properties. */
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

  const placed = () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { place, placed }
}

const holdsSchema = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
const holdsSchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const holdsNamedSchemas = new Set(['properties', 'patternProperties'])

/** Writes enums and unions of string literals as enums with a type, which code generators handle best. */
function withEnum(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (schema.enum?.every((value) => typeof value === 'string') === true) return { type: 'string', ...schema }
  if (anyOf === undefined || anyOf.length === 0 || !anyOf.every(isStringLiteral)) return schema
  return { type: 'string', enum: anyOf.map((choice) => choice.const), ...rest }
}

function isStringLiteral(schema: JsonSchema): boolean {
  return (
    typeof schema.const === 'string' && Object.keys(schema).every((key) => key === 'type' || key === 'const')
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
