/** Messages of google.rpc and google.protobuf that errors and empty results use. */
import { bytes, int32, many, map, message, string } from '../protobuf/schema.ts'

const Any = message('google.protobuf.Any', { typeUrl: string(1), value: bytes(2) })

export const Status = message('google.rpc.Status', {
  code: int32(1),
  message: string(2),
  details: many(Any, 3),
})

export const ErrorInfo = message('google.rpc.ErrorInfo', {
  reason: string(1),
  domain: string(2),
  metadata: map({ kind: 'string' }, 3),
})

export const Empty = message('google.protobuf.Empty', {})
