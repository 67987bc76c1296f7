import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { Route } from 'souk-contract'
import type { TSchema } from 'typebox'
import { withNullable } from './nullable.ts'
import { contentOf } from './reply.ts'

const serializers = new WeakMap<TSchema, (data: unknown) => string>()

/** The JSON of a result, with only the fields of the reply schema. */
export function resultJson({ reply }: Pick<Route, 'reply'>, result: unknown): string {
  return serializerOf(reply)(contentOf(result))
}

/**
 * Writes only the fields of the reply schema, so that no other column of a row can leak. Compiled on first use, once per
 * process.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (data) => serializerOf(schema)(data)
}

function serializerOf(schema: TSchema): (data: unknown) => string {
  const serialize = serializers.get(schema) ?? fastJson(withNullable(schema))
  serializers.set(schema, serialize)
  return serialize
}
