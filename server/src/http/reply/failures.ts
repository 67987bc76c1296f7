import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import { Failure, processorRefusal, storageFull, unavailable } from '../../failure.ts'
import { sqlState } from '../../db/sql-state.ts'
import { ProcessorRefused, ProcessorUnavailable } from '../../money/processor-errors.ts'
import { describeInvalid, hintForInvalid, invalidField } from '../receive/validation.ts'

/** Converts any thrown value into the failure that the caller sees. Unexpected errors become `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isFrameworkError(error)) return fromFramework(error)
  if (error instanceof ProcessorUnavailable) return unavailable('The payment processor is not available.', 5)
  if (error instanceof ProcessorRefused) return processorRefusal(error.message)
  if (isOutOfSpace(error)) return storageFull()
  const state = sqlState(error)
  if (state === quotaExceeded) return overQuota(error)
  if (state !== undefined) return fromDatabase(state)
  if (isConnectionLoss(error)) return unavailable('The database is not available.')
  return new Failure('internal', 'Internal error.', {
    hint: 'Try again. If the error persists, report it with the request ID.',
  })
}

/** Whether PostgreSQL rejected a value that validation should have rejected: a bug that is logged although the caller gets 400. */
export function isUncheckedValue(error: unknown): boolean {
  const state = sqlState(error)
  return !(error instanceof Failure) && state !== undefined && state !== quotaExceeded
}

/** Log fields of an error. Database errors also carry values of the request, which must not be logged. */
export function traceOf(error: unknown): Record<string, string | undefined> {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.name, code: sqlState(error), stack: error.stack }
}

function isFrameworkError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    ('validation' in error || ('code' in error && String(error.code).startsWith('FST_')))
  )
}

/** The first error of a schema, about a part of the request. */
export function invalidInput(errors: readonly FastifySchemaValidationError[], part: string): Failure {
  const hint = hintForInvalid(errors)
  const param = invalidField(errors)
  return new Failure('bad-request', describeInvalid(errors, part), {
    ...(hint === undefined ? {} : { hint }),
    ...(param === undefined ? {} : { param }),
  })
}

function fromFramework(error: FastifyError): Failure {
  if (error.validation !== undefined) return invalidInput(error.validation, error.validationContext ?? 'body')
  switch (error.statusCode) {
    case 413:
      return new Failure('payload-too-large', 'The body must be at most 1 MiB.')
    case 415:
      return new Failure('unsupported-media-type', 'The media type of the body is not supported.', {
        hint: 'Send "Content-Type: application/json".',
      })
    case 404:
      return new Failure('not-found', 'Route not found.')
    case 400:
    case 414:
      return new Failure('bad-request', 'The request is malformed.', {
        hint: 'Check the URL and the headers.',
      })
    case undefined:
    default:
      return new Failure('internal', 'Internal error.', {
        hint: 'Try again. If the error persists, report it with the request ID.',
      })
  }
}

const diskFull = '53100'

/** Raised by storage_add. */
const quotaExceeded = 'SQ001'

function overQuota(error: unknown): Failure {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  const [used = 0, allowed = 0, needed = 0] = detail.split(' ').map(Number)
  return new Failure(
    'quota-exceeded',
    `Storage quota exceeded: ${used} of ${allowed} bytes are used, and this request needs ${needed} more.`,
    { hint: 'Delete attachments, posts or comments, or verify your email address for a larger quota.' },
  )
}

/**
 * SQLSTATE classes: 22 is a data exception; 08, 53 and 57 mean that the server is unreachable or out of resources. Class 54,
 * a limit of PostgreSQL, is reached by our own statements, so it is an internal error.
 */
function fromDatabase(state: string): Failure {
  if (state.startsWith('22')) {
    return new Failure('bad-request', 'The request contains a value that cannot be stored.')
  }
  if (state === diskFull) return storageFull()
  if (/^(08|53|57)/.test(state)) return unavailable('The database is busy or restarting.')
  return new Failure('internal', 'Internal error.', {
    hint: 'Try again. If the error persists, report it with the request ID.',
  })
}

/** Uploads are buffered in a temporary file, which can be on a different disk from the database. */
function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    connectionCodes.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  )
}
