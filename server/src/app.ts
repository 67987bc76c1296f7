import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { contract } from 'souk-contract'
import type { Context } from './context.ts'
import { Tail } from './events/tail.ts'
import { mountAdmin } from './http/admin/routes.ts'
import { answerErrors, answerMalformed, nothingHere } from './http/reply/error-handler.ts'
import { bodyBytesMax } from './rate-limit/policies.ts'
import { parseJson } from './http/receive/json.ts'
import { logCalls } from './http/reply/request-log.ts'
import { mountGroup } from './http/register-routes.ts'
import { mountPages } from './http/pages/pages.ts'
import { decodeColons } from './http/receive/paths.ts'
import { createRateLimits, type RateLimits } from './http/receive/rate-limit.ts'
import { refuseWhileFull } from './http/receive/refuse-while-full.ts'
import { protectAnswers } from './http/reply/security-headers.ts'
import { acceptUploads } from './http/receive/uploads.ts'
import { compileSerializer } from './http/reply/serialization.ts'
import { compileValidator } from './http/receive/validation.ts'
import { loadWebApp } from './http/pages/web-app.ts'
import { mountWellKnown } from './http/pages/well-known.ts'
import { pooledRandomBytes } from './lib/random.ts'
import { agents } from './resources/agents/routes.ts'
import { approvalGate } from './approvals/gate/routes.ts'
import { approvals } from './approvals/requests/routes.ts'
import { blocks } from './resources/blocks/routes.ts'
import { cards } from './resources/cards/routes.ts'
import { createCardSigner } from './resources/cards/sign-card.ts'
import { connections } from './resources/connections/routes.ts'
import { discovery } from './resources/discovery/routes.ts'
import { artifacts } from './tasks/artifacts/routes.ts'
import { feed } from './resources/feed/routes.ts'
import { keys } from './resources/keys/routes.ts'
import { listings } from './resources/listings/routes.ts'
import { notifications } from './resources/notifications/routes.ts'
import { organizations } from './resources/organizations/routes.ts'
import { mountProcessorEvents } from './http/receive/processor-webhooks.ts'
import { payments } from './money/payments/routes.ts'
import { payouts } from './money/payouts/routes.ts'
import { posts } from './resources/posts/routes.ts'
import { pushConfigs } from './events/push-configs/routes.ts'
import { mountSandboxPages } from './money/processor/sandbox/routes.ts'
import { service } from './resources/service/routes.ts'
import { sessions } from './resources/sessions/routes.ts'
import { tasks } from './tasks/routes.ts'
import { TaskFeeds } from './tasks/live/task-subscriptions.ts'
import { threads } from './resources/threads/routes.ts'
import { trust } from './resources/trust/routes.ts'
import { users } from './resources/users/routes.ts'
import { webhooks } from './events/webhooks/routes.ts'
import type { RunningWorkers } from './workers/loop.ts'

export interface AppOptions {
  workers?: () => RunningWorkers | undefined
}

/** The whole HTTP application as a value, not yet listening: main serves it, tests call it directly. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = bareApp(context)
  const limits = createRateLimits(context)
  const tail = new Tail(context)
  closeConnections(app, limits)
  const { corsOrigins } = context.config
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...corsOrigins],
      exposedHeaders: ['X-Request-Id', 'X-Error-Kind', 'Retry-After'],
    })
  }
  refuseWhileFull(app, context)
  mountGroup(app, context, limits, contract.users, users)
  mountGroup(app, context, limits, contract.sessions, sessions)
  mountGroup(app, context, limits, contract.agents, agents)
  mountGroup(app, context, limits, contract.cards, cards(createCardSigner(context)))
  mountGroup(app, context, limits, contract.discovery, discovery)
  mountGroup(app, context, limits, contract.keys, keys)
  mountGroup(app, context, limits, contract.approvalGate, approvalGate)
  mountGroup(app, context, limits, contract.approvals, approvals(app.operations))
  mountGroup(app, context, limits, contract.organizations, organizations)
  mountGroup(app, context, limits, contract.payments, payments(tail))
  mountGroup(app, context, limits, contract.payouts, payouts)
  mountGroup(app, context, limits, contract.listings, listings)
  mountGroup(app, context, limits, contract.tasks, tasks(new TaskFeeds(context)))
  mountGroup(app, context, limits, contract.artifacts, artifacts)
  mountGroup(app, context, limits, contract.pushConfigs, pushConfigs)
  mountGroup(app, context, limits, contract.connections, connections)
  mountGroup(app, context, limits, contract.blocks, blocks)
  mountGroup(app, context, limits, contract.posts, posts)
  mountGroup(app, context, limits, contract.feed, feed)
  mountGroup(app, context, limits, contract.notifications, notifications(tail))
  mountGroup(app, context, limits, contract.trust, trust)
  mountGroup(app, context, limits, contract.threads, threads(tail))
  mountGroup(app, context, limits, contract.webhooks, webhooks)
  const ready = service(options.workers ?? (() => undefined), context.storageWatch)
  mountGroup(app, context, limits, contract.service, ready)
  mountPages(app, context)
  mountWellKnown(app, context)
  mountAdmin(app, context)
  mountProcessorEvents(app, context)
  if (context.ports.processor.name === 'sandbox') mountSandboxPages(app, context)
  return app
}

/** Everything of the edge but the routes. */
export function bareApp(context: Context): FastifyInstance {
  const app = Fastify({
    genReqId: () => `req_${pooledRandomBytes(12).toString('base64url')}`,
    requestIdHeader: false,
    trustProxy: context.config.trustProxy.length === 0 ? false : [...context.config.trustProxy],
    bodyLimit: bodyBytesMax,
    rewriteUrl: (request) => decodeColons(request.url ?? '/'),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // Half-open and idle connections must not pile up: slow senders get a minute, silent ones ten seconds.
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerErrors(context)(error, request, reply),
    clientErrorHandler: answerMalformed,
    return503OnClosing: true,
  })
  app.decorateRequest('caller', null)
  app.decorate('operations', new Map())
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
  protectAnswers(app, context)
  const answer = answerErrors(context)
  app.setErrorHandler(answer)
  const web = context.config.webDir === undefined ? undefined : loadWebApp(context.config.webDir)
  app.setNotFoundHandler(
    (request, reply) => web?.answer(request, reply) ?? answer(nothingHere(request, context), request, reply),
  )
  return app
}

/** A connection that is kept open after its last answer would keep the server from ending. */
function closeConnections(app: FastifyInstance, limits: RateLimits): void {
  let closing = false
  const quiet = new Set<Socket>()
  app.server.on('connection', (socket) => {
    quiet.add(socket)
    socket.on('close', () => quiet.delete(socket))
  })
  // What has never sent a request is not idle to Node, which would wait for it.
  app.server.on('request', ({ socket }) => quiet.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    limits.streams.endAll()
    for (const socket of quiet) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
