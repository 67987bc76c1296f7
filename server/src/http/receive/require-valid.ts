import type { Route } from 'souk-contract'
import type { TSchema } from 'typebox'
import type { Failure } from '../../failure.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { invalidInput } from '../reply/failures.ts'
import { compileValidator } from './validation.ts'

type Validate = (value: unknown) => Failure | undefined

const validators = new WeakMap<TSchema, Validate>()

/** Validates a call with the schemas of its route, as Fastify does for HTTP+JSON. Sets defaults. */
export function requireValid({ params, query, body }: Route, call: IncomingCall): void {
  const failure =
    check(params, 'params', call.params) ??
    check(query, 'querystring', call.query) ??
    check(body, 'body', call.body)
  if (failure !== undefined) throw failure
}

function check(schema: TSchema | undefined, httpPart: string, value: unknown): Failure | undefined {
  return schema === undefined ? undefined : validatorOf(schema, httpPart)(value)
}

/** The validator of a schema, compiled once. Sets defaults. */
export function validatorOf(schema: TSchema, httpPart: string): Validate {
  const validate = validators.get(schema) ?? createValidator(schema, httpPart)
  validators.set(schema, validate)
  return validate
}

function createValidator(schema: TSchema, httpPart: string): Validate {
  const validate = compileValidator({ schema, method: '', url: '', httpPart })
  return (value) => {
    if (validate(value) === true) return undefined
    return invalidInput(validate.errors ?? [], 'request')
  }
}
