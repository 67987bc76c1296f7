import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { adminContract, contract } from 'souk-contract'
import type { Context } from './context.ts'
import { Tail } from './events/tail.ts'
import { clock } from './admin/routes.ts'
import { createErrorHandler, rejectMalformed, routeNotFound } from './http/reply/error-handler.ts'
import { bodyBytesMax } from './rate-limit/policies.ts'
import { parseJson } from './http/receive/json.ts'
import { logCalls } from './http/reply/request-log.ts'
import { registerBindings } from './http/bindings/register-bindings.ts'
import { Certificate } from './http/connections/certificate.ts'
import { createHttpServer } from './http/connections/http-server.ts'
import { createHttp2Server } from './http/connections/http2-server.ts'
import { registerOauth } from './http/oauth/register.ts'
import { createOperationRegistry, type HttpParts } from './http/operation-registry.ts'
import { registerGroup, registerGroups } from './http/register-routes.ts'
import { operatorGroups, publicGroups } from './groups.ts'
import { registerUnsubscribe } from './http/pages/unsubscribe.ts'
import { registerPages } from './http/pages/pages.ts'
import { normalizeTarget } from './http/receive/paths.ts'
import { newRequestId } from './http/receive/request-id.ts'
import { createRateLimits, type RateLimits } from './http/receive/rate-limit.ts'
import { refuseWhileFull } from './http/receive/refuse-while-full.ts'
import { exposedHeaders } from './http/reply/exposed-headers.ts'
import { addSecurityHeaders } from './http/reply/security-headers.ts'
import { acceptUploads } from './http/receive/uploads.ts'
import { compileSerializer } from './http/reply/serialization.ts'
import { compileValidator } from './http/receive/validation.ts'
import { loadWebApp } from './http/pages/web-app.ts'
import { findDescription } from './http/pages/find-description.ts'
import { registerWellKnown } from './http/pages/well-known.ts'
import { isManual } from './lib/clock.ts'
import { registerProcessorWebhooks } from './http/receive/processor-webhooks.ts'
import { mountSandboxPages } from './money/processor/sandbox/routes.ts'
import { TaskSubscriptions } from './tasks/live/task-subscriptions.ts'
import type { RunningWorkers } from './workers/loop.ts'

interface AppOptions {
  workers?: () => RunningWorkers | undefined
}

/** The HTTP application, not yet listening: `start.ts` serves it, tests inject requests. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = bareApp(context)
  const limits = createRateLimits(context)
  const tail = new Tail(context)
  closeConnections(app, limits)
  const { corsOrigins } = context.config
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders,
    })
  }
  refuseWhileFull(app, context)
  const subscriptions = new TaskSubscriptions(context)
  const workers = options.workers ?? (() => undefined)
  const registry = createOperationRegistry()
  const parts: HttpParts = { context, limits, registry }
  const shared = { tail, subscriptions, operations: registry.stored, workers }
  registerGroups(app, parts, contract, publicGroups(context, shared))
  registerBindings(app, parts, subscriptions)
  registerPages(app, context, limits)
  registerUnsubscribe(app, context, limits)
  registerWellKnown(app, context, limits)
  registerOauth(app, context, limits)
  registerOperatorRoutes(app, parts)
  registerProcessorWebhooks(app, context)
  if (context.ports.processor.name === 'sandbox') mountSandboxPages(app, context)
  return app
}

function registerOperatorRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { context } = parts
  const { clock: manualClock, ...groups } = adminContract
  registerGroups(app, parts, groups, operatorGroups(context))
  if (isManual(context.clock)) registerGroup(app, parts, manualClock, clock(context.clock))
}

/** The application without routes. */
export function bareApp(context: Context): FastifyInstance {
  const http2Server = createHttp2Server()
  const { tls } = context.config
  const certificate = tls === undefined ? undefined : new Certificate(tls, context.log)
  const app = Fastify({
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: context.config.trustProxy.length === 0 ? false : [...context.config.trustProxy],
    bodyLimit: bodyBytesMax,
    rewriteUrl: (request) => normalizeTarget(request.url ?? '/'),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    serverFactory: (handler) => createHttpServer(handler, http2Server, certificate),
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void createErrorHandler(context)(error, request, reply),
    clientErrorHandler: rejectMalformed,
    return503OnClosing: true,
  })
  app.addHook('onClose', async () => certificate?.close())
  app.decorateRequest('caller', null)
  app.decorateRequest('call', null)
  app.decorateRequest('outcome', null)
  app.decorate('http2Server', http2Server)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/a2a+json'],
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  acceptUploads(app)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  logCalls(app, context)
  addSecurityHeaders(app, context)
  const answer = createErrorHandler(context)
  app.setErrorHandler(answer)
  const { webDir, settings, production } = context.config
  const web = loadWebApp(webDir, {
    findDescription: (request, path) => findDescription(context, request, path),
    settings,
    developer: !production,
  })
  app.setNotFoundHandler(
    (request, reply) => web?.serve(request, reply) ?? answer(routeNotFound(request, context), request, reply),
  )
  return app
}

/** Closes connections at shutdown: a kept-alive connection would delay the exit. */
function closeConnections(app: FastifyInstance, limits: RateLimits): void {
  let closing = false
  const unused = new Map<string, Socket>()
  app.server.on('connection', (socket) => {
    const peer = peerOf(socket)
    unused.set(peer, socket)
    socket.on('close', () => unused.delete(peer))
  })
  // Node does not count a connection without any request as idle and would wait for it.
  app.server.on('request', ({ socket }) => unused.delete(peerOf(socket)))
  app.http2Server.on('connection', (socket: Socket) => unused.delete(peerOf(socket)))
  app.addHook('preClose', async () => {
    closing = true
    limits.streams.endAll()
    for (const socket of unused.values()) socket.destroy()
    for (const session of app.http2Server.sessions) session.close()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Identifies a connection. With TLS, the socket of a request differs from that of the accepted connection. */
function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return [remoteAddress, remotePort, localAddress].join(' ')
}
