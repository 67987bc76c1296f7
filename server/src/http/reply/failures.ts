import type { FastifyError } from 'fastify'
import { Failure, processorRefusal, storageFull, unavailable } from '../../failure.ts'
import { sqlState } from '../../db/transact.ts'
import { ProcessorRefused, ProcessorUnavailable } from '../../money/processor/errors.ts'
import { describeInvalid, hintForInvalid, invalidField } from '../receive/validation.ts'

/** Anything that was thrown, into the failure a caller sees. What is not meant for callers becomes `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isFrameworkError(error)) return fromFramework(error)
  if (error instanceof ProcessorUnavailable) return unavailable('The payment processor does not answer.', 5)
  if (error instanceof ProcessorRefused) return processorRefusal(error.message)
  if (isOutOfSpace(error)) return storageFull()
  const state = sqlState(error)
  if (state === quotaExceeded) return overQuota(error)
  if (state !== undefined) return fromDatabase(state)
  if (isConnectionLoss(error)) return unavailable('The database cannot be reached.')
  return new Failure('internal', 'Something went wrong on our side.', {
    hint: 'Report it with the request id.',
  })
}

/** A bug of ours that a caller must not notice as such: values PostgreSQL refused after we had let them pass. */
export function isLeak(error: unknown): boolean {
  const state = sqlState(error)
  return !(error instanceof Failure) && state !== undefined && state !== quotaExceeded
}

/** Only what helps to find the fault: database errors also carry values of the request, which stay out of the log. */
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

function fromFramework(error: FastifyError): Failure {
  if (error.validation !== undefined) {
    const { validation, validationContext = 'body' } = error
    const hint = hintForInvalid(validation)
    const detail = describeInvalid(validation, validationContext)
    const param = invalidField(validation)
    return new Failure('bad-request', detail, {
      ...(hint === undefined ? {} : { hint }),
      ...(param === undefined ? {} : { param }),
    })
  }
  switch (error.statusCode) {
    case 413:
      return new Failure('payload-too-large', 'The body is larger than 1 MiB.')
    case 415:
      return new Failure('unsupported-media-type', 'The body has a media type that is not served here.', {
        hint: 'Send "Content-Type: application/json".',
      })
    case 404:
      return new Failure('not-found', 'There is nothing at this address.')
    case 400:
    case 414:
      return new Failure('bad-request', 'The request cannot be read.', {
        hint: 'Check its address and its headers.',
      })
    case undefined:
    default:
      return new Failure('internal', 'Something went wrong on our side.', {
        hint: 'Report it with the request id.',
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
    `The account stores ${used} of ${allowed} bytes; this needs ${needed} more.`,
    { hint: 'Delete attachments, posts or comments, or verify the email address for a larger quota.' },
  )
}

/**
 * SQLSTATE classes: 22 data exceptions; 08, 53 and 57 mean that the server is away or full. Limits of PostgreSQL (54) are
 * met by what we make of a request, so they are our fault.
 */
function fromDatabase(state: string): Failure {
  if (state.startsWith('22')) {
    return new Failure('bad-request', 'The request contains a value that cannot be stored.')
  }
  if (state === diskFull) return storageFull()
  if (/^(08|53|57)/.test(state)) return unavailable('The database is busy or restarting.')
  return new Failure('internal', 'Something went wrong on our side.', {
    hint: 'Report it with the request id.',
  })
}

/** Uploads wait in a temporary file, which may lie on another disk than the database. */
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
