import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'

const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  formats: fullFormats,
  strict: false,
  verbose: true,
}
/** Query values are coerced to the types of their schema; JSON bodies must have the right types. */
const ajvByPart: Record<string, Ajv> = {
  body: new Ajv({ ...options, coerceTypes: false }),
  querystring: new Ajv({ ...options, coerceTypes: true }),
  params: new Ajv({ ...options, coerceTypes: false }),
}

/** Compiled on first use: all schemas would add a second to every start. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const ajv = ajvByPart[httpPart ?? 'body'] ?? new Ajv(options)
  let compiled: ValidateFunction | undefined
  const validate: FastifyValidationResult = (data) => {
    compiled ??= ajv.compile(schema)
    const valid = compiled(data)
    validate.errors = valid ? null : (compiled.errors ?? []).map(withKnownFields)
    return valid
  }
  return validate
}

/** Replaces the schema and data of a verbose error by the known field names. */
function withKnownFields({ parentSchema, schema: _schema, data: _data, ...error }: ErrorObject): ErrorObject {
  if (error.keyword !== 'additionalProperties') return error
  const known = Object.keys(Object(parentSchema?.['properties']))
  return { ...error, params: { ...error.params, known } }
}

/** Hint for the first validation error, if there is one. */
export function hintForInvalid([error]: readonly FastifySchemaValidationError[]): string | undefined {
  const known: unknown = error?.params['known']
  if (!Array.isArray(known)) return undefined
  return known.length === 0 ? 'No fields are allowed here.' : `Known fields: ${known.join(', ')}.`
}

/** Path of the field that is wrong, missing or unknown, with dots: `price.amount`. */
export function invalidField([error]: readonly FastifySchemaValidationError[]): string | undefined {
  if (error === undefined) return undefined
  const { instancePath, params } = error
  const names = [params['missingProperty'], params['additionalProperty']].filter(
    (name) => typeof name === 'string',
  )
  const path = [...instancePath.split('/').slice(1), ...names].join('.')
  return path === '' ? undefined : path.slice(0, 200)
}

/** One sentence about the first validation error. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[], part: string): string {
  const [error] = errors
  if (error === undefined) return `The ${partName(part)} is invalid.`
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  const subject = field === '' ? `The ${partName(part)}` : `"${field}"`
  return `${subject} ${messageFor(error.keyword, error.params, error.message)}.`
}

function partName(part: string): string {
  return part === 'querystring' ? 'query' : part === 'params' ? 'path' : part
}

type Params = ErrorObject['params']

const messages: Record<string, (params: Params) => string> = {
  required: (params) => `must have "${String(params['missingProperty'])}"`,
  additionalProperties: (params) => `has the unknown field "${String(params['additionalProperty'])}"`,
  type: (params) =>
    `must be ${params['type'] === 'object' ? 'a JSON object' : `of type ${String(params['type'])}`}`,
  format: (params) => `must be a valid ${String(params['format'])}`,
  minLength: (params) => `must have at least ${String(params['limit'])} characters`,
  maxLength: (params) => `must have at most ${String(params['limit'])} characters`,
  minItems: (params) => `must have at least ${String(params['limit'])} items`,
  maxItems: (params) => `must have at most ${String(params['limit'])} items`,
  minimum: (params) => `must be at least ${String(params['limit'])}`,
  maximum: (params) => `must be at most ${String(params['limit'])}`,
  minProperties: () => 'must have at least one field',
  uniqueItems: () => 'must not repeat an item',
  pattern: (params) =>
    params['pattern'] === '\\S' ? 'must not be blank' : `must match ${String(params['pattern'])}`,
  anyOf: () => 'must be one of the allowed values',
  const: (params) => `must be ${JSON.stringify(params['allowedValue'])}`,
}

function messageFor(keyword: string, params: Params, message: string | undefined): string {
  return messages[keyword]?.(params) ?? message ?? 'is invalid'
}
