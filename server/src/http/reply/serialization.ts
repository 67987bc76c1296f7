import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

const serializers = new WeakMap<TSchema, (data: unknown) => string>()

/**
 * Writes only the fields of the reply schema, so that no other column of a row can leak. Compiled on first use, once per
 * process.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (data) => {
    const serialize = serializers.get(schema) ?? fastJson(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  }
}
