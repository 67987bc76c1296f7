import { errorKinds, rpcStatus } from 'souk-contract'
import type { Failure } from '../../../failure.ts'
import { encode } from './protobuf/encode.ts'
import { ErrorInfo, Status } from './schema/google.ts'

/** Codes of google.rpc.Code that the server uses. */
const codes = {
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

/** Outcome of a call, in the trailers of its response. */
export type GrpcStatus = Readonly<Record<string, string>>

export const ok: GrpcStatus = { 'grpc-status': '0' }

/** A status of the protocol itself, which no operation returns. */
export function protocolStatus(code: keyof typeof codes, message: string): GrpcStatus {
  return { 'grpc-status': String(codes[code]), 'grpc-message': percentEncode(message) }
}

/** The status of a failure, with the google.rpc.ErrorInfo of the other bindings. */
export function statusOf({ kind, message: detail, hint, extra }: Failure): GrpcStatus {
  const { message, details } = rpcStatus({ kind, detail, hint, extra })
  // gRPC clients expect this code for a message above the limit.
  const name = kind === 'payload-too-large' ? 'RESOURCE_EXHAUSTED' : errorKinds[kind].rpc
  const code = Object.entries(codes).find(([known]) => known === name)?.[1] ?? codes.INTERNAL
  const infos = details.map(({ '@type': typeUrl, ...info }) => ({
    typeUrl,
    value: encode(ErrorInfo, info).toString('base64'),
  }))
  return {
    'grpc-status': String(code),
    'grpc-message': percentEncode(message),
    'grpc-status-details-bin': encode(Status, { code, message, details: infos }).toString('base64'),
  }
}

/** Header values are ASCII, so that gRPC percent-encodes the other bytes of a message. */
function percentEncode(message: string): string {
  return message.replaceAll(/[^\u0020-\u0024\u0026-\u007e]/gu, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  )
}
