import type { TSchema } from 'typebox'

/**
 * Reads ProtoJSON as A2A's own encoding defines it: `null` means absent, numbers may be strings, and fields may have their
 * original names (`task_id`). Guided by the schema, so that user content stays unchanged.
 */
export function fromProtoJson(schema: TSchema | undefined, value: unknown): unknown {
  if (!isRecord(schema)) return value
  if (schema['type'] === 'integer' || schema['type'] === 'number') return readNumber(value)
  if (Array.isArray(value)) return readItems(schema['items'], value)
  const { properties } = schema
  return isRecord(properties) && isRecord(value) ? readMessage(properties, value) : value
}

function readItems(items: unknown, values: readonly unknown[]): unknown[] {
  return isRecord(items) ? values.map((value) => fromProtoJson(items, value)) : [...values]
}

function readMessage(
  properties: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [sentName, value] of Object.entries(message)) {
    const name = fieldName(properties, message, sentName)
    const schema = properties[name]
    if (value === null && !acceptsNull(schema)) continue
    fields[name] = isOpaque(name) || !isRecord(schema) ? value : fromProtoJson(schema, value)
  }
  return fields
}

/** The name in the schema. If both names are sent, the original one stays an unknown field, which is ignored. */
function fieldName(properties: object, message: object, name: string): string {
  if (Object.hasOwn(properties, name)) return name
  const lowerCamel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return Object.hasOwn(properties, lowerCamel) && !Object.hasOwn(message, lowerCamel) ? lowerCamel : name
}

/** A google.protobuf.Value can be `null`; a field without a type in the schema is one. Unknown fields are ignored anyway. */
function acceptsNull(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === undefined && schema['anyOf'] === undefined
}

/** A google.protobuf.Struct has the names and values of its sender. */
function isOpaque(name: string): boolean {
  return name === 'metadata'
}

function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
