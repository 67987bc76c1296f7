import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Context } from '../../context.ts'
import { frameText } from '../../events/sse-frame.ts'
import { moveToCookie } from '../receive/session-cookie.ts'
import { errorReply } from '../reply/error-body.ts'
import { sendReply, serialize } from '../reply/reply.ts'
import { serverSentEvents } from '../streams/event-stream.ts'
import type { Encoding } from './call.ts'

/** HTTP+JSON: the result is the body, in the form of its route. */
export function httpJson(
  { config }: Context,
  route: Route,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Encoding {
  const send = (result: unknown) =>
    sendReply(route, moveToCookie(config, route, result, { request, reply }), request, reply)
  return {
    send,
    text: (result) => serialize(reply, send(result)),
    startStream: serverSentEvents(reply, {
      frame: (frame) => frame,
      errorFrame: (failure) => {
        const { origin } = config.settings
        const { body } = errorReply(failure, { surface: route.surface, origin, requestId: request.id })
        return frameText(`event: error\ndata: ${JSON.stringify(body)}\n\n`)
      },
    }),
  }
}
