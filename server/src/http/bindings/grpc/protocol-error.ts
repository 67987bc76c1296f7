import { protocolStatus, type GrpcStatus } from './status.ts'

/** Refusal of the protocol itself, before an operation runs. */
export class ProtocolError extends Error {
  readonly status: GrpcStatus

  constructor(status: GrpcStatus) {
    super('gRPC protocol error')
    this.status = status
  }
}

export function protocolError(...status: Parameters<typeof protocolStatus>): ProtocolError {
  return new ProtocolError(protocolStatus(...status))
}
