type Fields = Readonly<Record<string, unknown>>

/**
 * Rewrites `anyOf: [X, null]` as `X` with `nullable: true`. The serializer compiles a validator for each union and runs it for
 * every value; nearly all unions of reply schemas are fields that can be null.
 */
export function withNullable(schema: object): Fields {
  const known = rewritten.get(schema)
  if (known !== undefined) return known
  const result = rewriteUnion({ ...schema })
  rewritten.set(schema, result)
  return result
}

/** The serializer compiles a schema that occurs several times once, if it is the same object. */
const rewritten = new WeakMap<object, Fields>()

function rewriteUnion(fields: Fields): Fields {
  const { anyOf, ...rest } = fields
  const value = nonNull(anyOf)
  return value === undefined
    ? rewriteFields(fields)
    : { ...rewriteFields({ ...rest, ...value }), nullable: true }
}

function rewriteFields(schema: Fields): Fields {
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, rewrite(field)]))
}

function rewrite(field: unknown): unknown {
  if (Array.isArray(field)) return field.map(rewrite)
  return isObject(field) ? withNullable(field) : field
}

/** The other schema of a union with null, if it has a type. */
function nonNull(anyOf: unknown): Fields | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
  const [value, ...more] = anyOf.filter((schema) => !(isObject(schema) && schema['type'] === 'null'))
  if (!isObject(value) || more.length > 0) return undefined
  const { const: only, ...rest } = value
  const values = only === undefined ? value['enum'] : [only]
  if (values === undefined) return typeof value['type'] === 'string' ? value : undefined
  if (Array.isArray(values) && values.every((text) => typeof text === 'string'))
    return { ...rest, type: 'string', enum: [...values, null] }
  return undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
