import { errorKinds, rpcStatus, type ErrorKindName } from 'souk-contract'
import type { Failure } from '../../../failure.ts'
import { encode } from './protobuf/encode.ts'
import { ErrorInfo, Status } from './schema/google.ts'

/** Codes of google.rpc.Code that the server uses. */
const codes = {
  OK: 0,
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const

type Code = keyof typeof codes

/** Outcome of a call, for the log and the metrics. */
export interface Outcome {
  /** Name of google.rpc.Code. */
  readonly grpcStatus: Code
  /** Status that the same call would have had over HTTP+JSON. */
  readonly status: number
}

/** Outcome of a call, with the trailers of its response. */
export interface GrpcStatus extends Outcome {
  readonly trailers: Readonly<Record<string, string>>
}

export const ok: GrpcStatus = { grpcStatus: 'OK', status: 200, trailers: { 'grpc-status': '0' } }

/** A call whose client left before its status; proxies log such requests as 499. */
export const canceled: Outcome = { grpcStatus: 'CANCELLED', status: 499 }

/** HTTP statuses of the protocol's own refusals. A missed deadline is a limit of the client, not a fault of the server. */
const httpStatuses = {
  UNIMPLEMENTED: 404,
  NOT_FOUND: 404,
  DEADLINE_EXCEEDED: 408,
  UNAUTHENTICATED: 401,
  UNAVAILABLE: 503,
} as const

/** A status of the protocol itself, which no operation returns. */
export function protocolStatus(code: keyof typeof httpStatuses, message: string): GrpcStatus {
  const trailers = { 'grpc-status': String(codes[code]), 'grpc-message': percentEncode(message) }
  return { grpcStatus: code, status: httpStatuses[code], trailers }
}

/** Kinds whose code differs from the status of HTTP+JSON: gRPC clients expect the first, A2A 1.0.0 names the second. */
const grpcOnly: ReadonlyMap<ErrorKindName, Code> = new Map([
  ['payload-too-large', 'RESOURCE_EXHAUSTED'],
  ['version-not-supported', 'UNIMPLEMENTED'],
])

/** The status of a failure, with the google.rpc.ErrorInfo of the other bindings. */
export function statusOf({ kind, message: detail, hint, extra }: Failure): GrpcStatus {
  const { message, details } = rpcStatus({ kind, detail, hint, extra })
  const { rpc, status } = errorKinds[kind]
  const grpcStatus = grpcOnly.get(kind) ?? (isCode(rpc) ? rpc : 'INTERNAL')
  const code = codes[grpcStatus]
  const infos = details.map(({ '@type': typeUrl, ...info }) => ({
    typeUrl,
    value: encode(ErrorInfo, info).toString('base64'),
  }))
  const trailers = {
    'grpc-status': String(code),
    'grpc-message': percentEncode(message),
    'grpc-status-details-bin': encode(Status, { code, message, details: infos }).toString('base64'),
  }
  return { grpcStatus, status, trailers }
}

function isCode(name: string): name is Code {
  return Object.hasOwn(codes, name)
}

/** Header values are ASCII, so that gRPC percent-encodes the other bytes of a message. */
function percentEncode(message: string): string {
  return message.replaceAll(/[^\u0020-\u0024\u0026-\u007e]/gu, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  )
}
