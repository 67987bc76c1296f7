import type { JsonSchema, OpenApiDocument } from 'souk-contract'
import { componentName } from './fields.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** A value that fits a schema, for sample responses. Optional fields are left out. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = ''): unknown {
  if (schema.$ref !== undefined) {
    // A component is not expanded inside itself, so the recursion ends for every document.
    const { [componentName(schema.$ref)]: component, ...others } = schemas
    return component === undefined ? null : exampleOf(component, others, name)
  }
  const given = givenExample(schema)
  if (given !== undefined) return given
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined)
    return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, schemas, name)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, name)))
  if (schema.type === 'array')
    return schema.items === undefined ? [] : [exampleOf(schema.items, schemas, name)]
  if (schema.type === 'object' || schema.properties !== undefined) return objectOf(schema, schemas)
  return scalarOf(schema, name)
}

function givenExample({ const: constant, examples, enum: choices, default: usual }: JsonSchema): unknown {
  return constant ?? (Array.isArray(examples) ? examples[0] : undefined) ?? usual ?? choices?.[0]
}

function objectOf({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): object {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, field]) => [name, exampleOf(field, schemas, name)]),
  )
}

/** Values of fields whose schema has no example, by name. */
const namedValues: Readonly<Record<string, string | number>> = {
  id: '01jcxg5s7ve0br4y2a6f3k8m9n',
  name: 'ada-translates',
  handle: 'ada-translates',
  displayName: 'Ada Translates',
  title: 'Letter to the bank',
  text: 'Tomorrow is fine.',
  description: 'Legal texts, German to English.',
  email: 'ada@example.com',
  url: 'https://example.com/souk',
  currency: 'USD',
  amount: 4500,
  filename: 'letter.pdf',
  mediaType: 'application/pdf',
}

function scalarOf({ type, format, minimum = 0 }: JsonSchema, name: string): unknown {
  const named = namedValues[name]
  if (type === 'string') {
    if (format === 'date-time') return '2026-11-15T09:30:00.000Z'
    if (typeof named === 'string') return named
    return name.endsWith('Id') ? namedValues['id'] : 'text'
  }
  if (type === 'integer' || type === 'number') return typeof named === 'number' ? named : Math.max(minimum, 1)
  if (type === 'boolean') return true
  return null
}
