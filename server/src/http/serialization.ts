import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

/** Writes exactly the fields of the reply's schema, so that nothing else of a row can ever get out. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let compiled: ((data: unknown) => string) | undefined
  return (data) => {
    compiled ??= fastJson(schema)
    return compiled(data)
  }
}
