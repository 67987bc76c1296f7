import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { HttpParts } from '../../operation-registry.ts'
import { negotiateA2a } from '../../receive/a2a-headers.ts'
import { countStranger } from '../../receive/admit.ts'
import { newRequestId } from '../../receive/request-id.ts'
import type { RateLimits } from '../../receive/rate-limit.ts'
import { logFault } from '../../reply/error-handler.ts'
import { errorReply } from '../../reply/error-body.ts'
import { toFailure } from '../../reply/failures.ts'
import { logCalls } from '../../reply/request-log.ts'
import { contentOf } from '../../reply/reply.ts'
import { strangerOf } from '../../../caller.ts'
import { callOf } from '../call-parts.ts'
import { timeoutMsOf, timerMsMax, withWait } from './deadline.ts'
import { readMessages, readSingle } from './framing.ts'
import { GrpcReply } from './grpc-reply.ts'
import { GrpcStream } from './grpc-stream.ts'
import { createHealth, healthService } from './health.ts'
import { methods, serviceName, type GrpcMethod } from './methods.ts'
import { decode } from './protobuf/decode.ts'
import { encode } from './protobuf/encode.ts'
import { protocolError, ProtocolError } from './protocol-error.ts'
import { reflect, reflectionServices } from './reflection.ts'
import { ok, protocolStatus, statusOf } from './status.ts'
import { agentOf } from './tenant.ts'

type Serve = (request: FastifyRequest, reply: FastifyReply, response: GrpcReply) => Promise<void>

/** Serves gRPC on the HTTP/2 connections of the port. */
export function registerGrpc(app: FastifyInstance, parts: HttpParts): void {
  const { context, limits } = parts
  const { origin } = context.config.settings
  const services = servicesOf(app, parts)
  const grpc = Fastify({
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: context.config.trustProxy.length === 0 ? false : [...context.config.trustProxy],
    frameworkErrors: (error, request, reply) => refuse(error, request, reply, new GrpcReply(reply)),
  })
  grpc.decorateRequest('caller', null)
  grpc.decorateRequest('call', null)
  grpc.decorateRequest('outcome', null)
  grpc.removeAllContentTypeParsers()
  // The parser passes the body on as it arrives: each service reads its own messages.
  grpc.addContentTypeParser(/^application\/grpc(\+proto)?(;|$)/, (_request, payload, done) =>
    done(null, payload),
  )
  logCalls(grpc, context)
  grpc.setErrorHandler((error, request, reply) => refuse(error, request, reply, new GrpcReply(reply)))
  grpc.setNotFoundHandler((request, reply) => {
    refuse(protocolError('UNIMPLEMENTED', 'Use POST to call a method.'), request, reply, new GrpcReply(reply))
  })
  grpc.post(
    '/*',
    { config: { operation: 'grpc', surface: 'a2a', addsData: false } },
    async (request, reply) => {
      const response = new GrpcReply(reply)
      try {
        const serve = services.get(request.url)
        if (serve === undefined) throw unknownMethod(request)
        await withDeadline(request, response, () => serve(request, reply, response))
      } catch (error) {
        refuse(error, request, reply, response)
      }
    },
  )
  app.addHook('onReady', async () => {
    await grpc.ready()
  })
  app.addHook('onClose', () => grpc.close())
  app.http2Server.on('request', grpc.routing)

  function unknownMethod(request: FastifyRequest): ProtocolError {
    countStranger(limits, request)
    return protocolError('UNIMPLEMENTED', 'Unknown method.')
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, response: GrpcReply): void {
    if (error instanceof ProtocolError) return response.finish(error.status)
    // The client has canceled the call, which ends its request with this error.
    if (response.isFinished) return
    const failure = toFailure(error)
    logFault(context, request, failure, error)
    reply.headers(errorReply(failure, { surface: 'a2a', origin, requestId: request.id }).headers)
    if (failure.kind === 'unsupported-media-type') reply.raw.statusCode = 415
    response.finish(statusOf(failure))
  }
}

/** Ends a call at its deadline. Committed changes stay. */
async function withDeadline(
  request: FastifyRequest,
  response: GrpcReply,
  run: () => Promise<void>,
): Promise<void> {
  const timeoutMs = timeoutMsOf(request.headers)
  if (timeoutMs === undefined) return run()
  const exceeded = protocolStatus('DEADLINE_EXCEEDED', 'The deadline of the call has passed.')
  if (timeoutMs < 1) return response.finish(exceeded)
  const timer = setTimeout(() => response.finish(exceeded), Math.min(timeoutMs, timerMsMax))
  response.onClose(() => clearTimeout(timer))
  return run()
}

/** Handlers by path. */
function servicesOf(app: FastifyInstance, parts: HttpParts): ReadonlyMap<string, Serve> {
  const { limits } = parts
  const services = new Map<string, Serve>()
  for (const method of methods) services.set(`/${serviceName}/${method.name}`, serveMethod(parts, method))
  const health = createHealth(app)
  const forHealth = { operation: 'getReady', binding: 'GRPC', quiet: true } as const
  services.set(`/${healthService}/Check`, async (request, _reply, response) => {
    request.call = forHealth
    countStranger(limits, request)
    response.finish(ok, await health.check(await readSingle(request.raw, encodingOf(request))))
  })
  services.set(`/${healthService}/Watch`, async (request, _reply, response) => {
    request.call = forHealth
    countStranger(limits, request)
    const asked = await readSingle(request.raw, encodingOf(request))
    health.watch(asked, response, (end) => takeSlot(limits, request, response, end))
  })
  for (const service of reflectionServices) {
    services.set(`/${service}/ServerReflectionInfo`, async (request, _reply, response) => {
      takeSlot(limits, request, response, () => response.finish(stopping))
      for await (const message of readMessages(request.raw, encodingOf(request))) {
        countStranger(limits, request)
        if (!response.write(reflect(message))) await response.drained()
      }
      response.finish(ok)
    })
  }
  return services
}

const stopping = protocolStatus('UNAVAILABLE', 'The server stops. Call again.')

/** A stream without a token takes a slot of its address, as event streams do. */
function takeSlot(
  { streams }: RateLimits,
  request: FastifyRequest,
  response: GrpcReply,
  end: () => void,
): void {
  response.onClose(streams.take(strangerOf(request), end))
}

function encodingOf({ headers }: FastifyRequest): string | undefined {
  return headers['grpc-encoding']?.toString()
}

function serveMethod({ context, registry }: HttpParts, method: GrpcMethod): Serve {
  const bound = registry.bound.get(method.operation)
  if (bound === undefined) throw new Error(`${method.operation} is not registered.`)
  const { route } = bound
  return async (request, reply, response) => {
    request.call = { operation: method.operation, binding: 'GRPC' }
    negotiateA2a(request, reply, context.config)
    // Before the body: a caller without a valid token must not make the server read and decode a message.
    await bound.admit(request, reply, request)
    const message = await readSingle(request.raw, encodingOf(request))
    const { tenant, ...params } = decode(method.request, message)
    const parts = method.decode(params)
    const name = await agentOf(context, tenant, parts)
    const headers = withWait(request.headers, timeoutMsOf(request.headers))
    const call = callOf(request, route, { ...parts, params: { name, ...parts.params } }, headers)
    await bound.runAdmitted(request, reply, call, {
      // The protobuf schema selects the fields, as the reply schema does for JSON.
      send: (result) => response.finish(ok, encode(method.response, contentOf(result))),
      startStream: (opening, explain) => new GrpcStream(response, opening, explain),
    })
  }
}
