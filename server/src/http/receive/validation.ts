import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import { formerValues } from 'souk-contract'
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
    validate.errors = valid ? null : (compiled.errors ?? []).map(withHint)
    return valid
  }
  return validate
}

/** Drops the schema and the data of a verbose error, and keeps the hint that follows from the schema. */
function withHint({ parentSchema, schema: _schema, data: _data, ...error }: ErrorObject): ErrorObject {
  const params = { ...error.params, allowed: allowedIn(error) }
  const hint = hints[error.keyword]?.(params, Object(parentSchema))
  return { ...error, params: { ...params, hint } }
}

/** The allowed values of an enum as text, without deprecated ones. */
function allowedIn({ instancePath, params: { allowedValues } }: ErrorObject): string {
  const former = formerValues(instancePath.split('/').at(-1) ?? '')
  return [allowedValues ?? []]
    .flat()
    .filter((value) => !former.includes(String(value)))
    .join(', ')
}

const hints: Record<string, (params: Params, schema: Record<string, unknown>) => string | undefined> = {
  additionalProperties: (_params, { properties }) => {
    const known = Object.keys(Object(properties))
    return known.length === 0 ? 'No fields are allowed here.' : `Known fields: ${known.join(', ')}.`
  },
  enum: ({ allowed }) => (allowed.length > listedLengthMax ? `Use one of: ${allowed}.` : undefined),
  format: ({ format }) => formats[String(format)]?.hint,
  pattern: ({ pattern }, { description }) =>
    pattern !== notBlank && typeof description === 'string' ? description : undefined,
}

/** Hint for the first validation error, if there is one. */
export function hintForInvalid([error]: readonly FastifySchemaValidationError[]): string | undefined {
  const hint: unknown = error?.params['hint']
  return typeof hint === 'string' ? hint : undefined
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

/** Pattern of texts with at least one visible character. */
const notBlank = '\\S'

/** A longer list of allowed values is in the hint. */
const listedLengthMax = 200

const formats: Record<string, { readonly rule: string; readonly hint: string }> = {
  'date-time': { rule: 'an RFC 3339 timestamp', hint: 'Send a time such as 2026-12-01T12:00:00Z.' },
  email: { rule: 'an email address', hint: 'Send an address such as ada@example.com.' },
  uri: { rule: 'an absolute URL', hint: 'Send a URL such as https://example.com/path.' },
}

const messages: Record<string, (params: Params) => string> = {
  required: (params) => `must have "${String(params['missingProperty'])}"`,
  additionalProperties: (params) => `has the unknown field "${String(params['additionalProperty'])}"`,
  type: (params) =>
    `must be ${params['type'] === 'object' ? 'a JSON object' : `of type ${String(params['type'])}`}`,
  format: ({ format }) => `must be ${formats[String(format)]?.rule ?? `a valid ${String(format)}`}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  minimum: (params) => `must be at least ${String(params['limit'])}`,
  maximum: (params) => `must be at most ${String(params['limit'])}`,
  minProperties: () => 'must have at least one field',
  uniqueItems: () => 'must not repeat an item',
  pattern: (params) =>
    params['pattern'] === notBlank ? 'must not be blank' : `must match ${String(params['pattern'])}`,
  enum: ({ allowed }) =>
    allowed.length > listedLengthMax ? 'must be one of the allowed values' : `must be one of: ${allowed}`,
  anyOf: () => 'must be one of the allowed values',
  const: (params) => `must be ${JSON.stringify(params['allowedValue'])}`,
}

function counted(limit: number, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`
}

function messageFor(keyword: string, params: Params, message: string | undefined): string {
  return messages[keyword]?.(params) ?? message ?? 'is invalid'
}
