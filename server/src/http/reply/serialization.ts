import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

const serializers = new WeakMap<TSchema, (data: unknown) => string>()

/**
 * Writes exactly the fields of the reply's schema, so that nothing else of a row can ever get out. Compiled at the first answer
 * and once in a process, for all its apps.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (data) => {
    const serialize = serializers.get(schema) ?? fastJson(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  }
}
