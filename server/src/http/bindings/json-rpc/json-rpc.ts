import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds, rpcStatus, type Route } from 'souk-contract'
import { frameText } from '../../../events/sse-frame.ts'
import type { Failure } from '../../../failure.ts'
import { errorReply } from '../../reply/error-body.ts'
import { resultJson } from '../../reply/serialization.ts'
import type { Encoding } from '../call.ts'
import { errorText, resultText, type RequestId, type RpcError } from './envelope.ts'
import { errorCodes, kindsWithStatus } from './error-codes.ts'

/** JSON-RPC 2.0: results, errors and events are whole responses with the id of the request. */
export function jsonRpc(route: Route, { id, reply }: { id: RequestId; reply: FastifyReply }): Encoding {
  const text = (result: unknown) => resultText(id, resultJson(route, result))
  return {
    text,
    send: (result) => reply.type('application/json; charset=utf-8').send(text(result)),
    frame: ({ plain }) =>
      frameText(plain.toString().replaceAll(dataLine, (_, data: string) => `data: ${resultText(id, data)}`)),
    errorFrame: (failure) => frameText(`data: ${errorText(id, rpcError(failure))}\n\n`),
  }
}

const dataLine = /^data: (.*)$/gm

/** Sends an error. The kinds that HTTP clients act on also set the status and the headers of HTTP+JSON. */
export function sendRpcError(
  failure: Failure,
  {
    origin,
    request,
    reply,
    id,
    code,
  }: {
    origin: string
    request: FastifyRequest
    reply: FastifyReply
    id: RequestId
    code?: number
  },
): FastifyReply {
  const { headers } = errorReply(failure, { surface: 'a2a', origin, requestId: request.id })
  const error = rpcError(failure)
  return reply
    .code(kindsWithStatus.has(failure.kind) ? errorKinds[failure.kind].status : 200)
    .headers({ 'x-request-id': request.id, ...headers })
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(errorText(id, code === undefined ? error : { ...error, code }))
}

/** `data` is the google.rpc.ErrorInfo of HTTP+JSON. */
function rpcError({ kind, message: detail, hint, extra }: Failure): RpcError {
  const { message, details } = rpcStatus({ kind, detail, hint, extra })
  return { code: errorCodes[kind], message, data: details }
}
