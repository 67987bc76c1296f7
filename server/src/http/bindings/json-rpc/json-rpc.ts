import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds, rpcStatus, type Route } from 'souk-contract'
import { frameText } from '../../../events/sse-frame.ts'
import type { Failure } from '../../../failure.ts'
import { errorReply } from '../../reply/error-body.ts'
import { resultJson } from '../../reply/serialization.ts'
import { serverSentEvents } from '../../streams/event-stream.ts'
import type { Encoding } from '../call.ts'
import { errorText, resultText, type RequestId, type RpcError } from './envelope.ts'
import { errorCodes, kindsWithStatus } from './error-codes.ts'
import type { Method } from './method.ts'

/** JSON-RPC 2.0: results, errors and events are whole responses with the id of the request. */
export function jsonRpc(
  route: Route,
  { id, reply, encode }: { id: RequestId; reply: FastifyReply; encode: Method['encode'] },
): Encoding {
  const translate = (json: string) =>
    resultText(id, encode === undefined ? json : JSON.stringify(encode(JSON.parse(json))))
  const text = (result: unknown) => translate(resultJson(route, result))
  return {
    text,
    send: (result) => reply.type('application/json; charset=utf-8').send(text(result)),
    startStream: serverSentEvents(reply, {
      frame: ({ plain }) =>
        frameText(
          plain
            .toString()
            .replaceAll(dataLine, (_, start: string, data: string) => `${start}data: ${translate(data)}`),
        ),
      errorFrame: (failure) => frameText(`data: ${errorText(id, rpcError(failure))}\n\n`),
    }),
  }
}

/** JSON contains U+2028 and U+2029 unescaped, which `.` and `$` take for the end of a line. */
const dataLine = /(^|\n)data: ([^\n]*)/g

/** Sends an error. The kinds that HTTP clients act on also set the status and the headers of HTTP+JSON. */
export function sendRpcError(
  failure: Failure,
  {
    origin,
    request,
    reply,
    id,
    code,
    streams = false,
  }: {
    origin: string
    request: FastifyRequest
    reply: FastifyReply
    id: RequestId
    code?: number
    /** Whether the client expects an event stream and reads nothing else. */
    streams?: boolean
  },
): FastifyReply {
  const { headers } = errorReply(failure, { surface: 'a2a', origin, requestId: request.id })
  const error = rpcError(failure)
  const text = errorText(id, code === undefined ? error : { ...error, code })
  return reply
    .code(kindsWithStatus.has(failure.kind) ? errorKinds[failure.kind].status : 200)
    .headers({ 'x-request-id': request.id, ...headers })
    .type(streams ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8')
    .serializer(String)
    .send(streams ? `data: ${text}\n\n` : text)
}

/** `data` is the google.rpc.ErrorInfo of HTTP+JSON. */
function rpcError({ kind, message: detail, hint, extra }: Failure): RpcError {
  const { message, details } = rpcStatus({ kind, detail, hint, extra })
  return { code: errorCodes[kind], message, data: details }
}
