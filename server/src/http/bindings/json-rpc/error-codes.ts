import type { ErrorKindName } from 'souk-contract'

export const parseError = -32700
export const invalidRequest = -32600
export const methodNotFound = -32601
const contentTypeNotSupported = -32005
const invalidParams = -32602
const internalError = -32603

/** A2A defines codes only for its own errors. The other kinds share the general codes; the reason in `error.data` differs. */
export const errorCodes: Readonly<Record<ErrorKindName, number>> = {
  'task-not-found': -32001,
  'task-not-cancelable': -32002,
  'push-notification-not-supported': -32003,
  'unsupported-operation': -32004,
  'content-type-not-supported': contentTypeNotSupported,
  'extended-card-not-configured': -32007,
  'extension-support-required': -32008,
  'version-not-supported': -32009,
  'bad-request': invalidParams,
  'not-found': invalidParams,
  unprocessable: invalidParams,
  gone: invalidParams,
  unauthorized: invalidRequest,
  'insufficient-funds': invalidRequest,
  forbidden: invalidRequest,
  'approval-required': invalidRequest,
  'reauthentication-required': invalidRequest,
  conflict: invalidRequest,
  'payload-too-large': invalidRequest,
  'range-not-satisfiable': invalidRequest,
  'task-budget-exceeded': invalidRequest,
  'quota-exceeded': invalidRequest,
  'unsupported-media-type': contentTypeNotSupported,
  'too-many-requests': invalidRequest,
  internal: internalError,
  unavailable: internalError,
  'storage-full': internalError,
}

/** Kinds that HTTP clients and proxies act on keep their status: they sign in, wait or retry. All other errors are 200. */
export const kindsWithStatus: ReadonlySet<ErrorKindName> = new Set<ErrorKindName>([
  'unauthorized',
  'payload-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
  'storage-full',
])
