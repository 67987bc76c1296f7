import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { adminContract, contract } from 'souk-contract'
import type { Context } from './context.ts'
import { Tail } from './events/tail.ts'
import { admin, clock } from './admin/routes.ts'
import { createErrorHandler, rejectMalformed, routeNotFound } from './http/reply/error-handler.ts'
import { bodyBytesMax } from './rate-limit/policies.ts'
import { parseJson } from './http/receive/json.ts'
import { logCalls } from './http/reply/request-log.ts'
import { registerBindings } from './http/bindings/register-bindings.ts'
import { Certificate } from './http/connections/certificate.ts'
import { createHttpServer } from './http/connections/http-server.ts'
import { createHttp2Server } from './http/connections/http2-server.ts'
import { registerOauth } from './http/oauth/register.ts'
import { registerGroup } from './http/register-routes.ts'
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
import { agents } from './resources/agents/routes.ts'
import { approvalGate } from './approvals/gate/routes.ts'
import { approvals } from './approvals/requests/routes.ts'
import { blocks } from './resources/blocks/routes.ts'
import { cards } from './resources/cards/routes.ts'
import { createCardSigner } from './resources/cards/sign-card.ts'
import { connections } from './resources/connections/routes.ts'
import { discovery } from './resources/discovery/routes.ts'
import { artifacts } from './tasks/artifacts/routes.ts'
import { disputes } from './tasks/disputes/routes.ts'
import { archivedTasks } from './resources/archived-tasks/routes.ts'
import { favorites } from './resources/favorites/routes.ts'
import { feed } from './resources/feed/routes.ts'
import { files } from './resources/files/routes.ts'
import { keys } from './resources/keys/routes.ts'
import { apps } from './resources/oauth/routes.ts'
import { listingInvitations } from './resources/listing-invitations/routes.ts'
import { listings } from './resources/listings/routes.ts'
import { notifications } from './resources/notifications/routes.ts'
import { market, policy } from './resources/policy/routes.ts'
import { moderation, reports } from './resources/moderation/routes.ts'
import { figures } from './admin/figures/routes.ts'
import { legalHolds } from './resources/legal-holds/routes.ts'
import { marketDesk } from './resources/market-desk/routes.ts'
import { chargebacks } from './resources/chargebacks/routes.ts'
import { moneyDesk } from './resources/money-desk/routes.ts'
import { organizations } from './resources/organizations/routes.ts'
import { operators } from './resources/operators/routes.ts'
import { packages } from './resources/packages/routes.ts'
import { profiles } from './resources/profiles/routes.ts'
import { registerProcessorWebhooks } from './http/receive/processor-webhooks.ts'
import { payments } from './money/payments/routes.ts'
import { payouts } from './money/payouts/routes.ts'
import { posts } from './resources/posts/routes.ts'
import { pushConfigs } from './events/push-configs/routes.ts'
import { mountSandboxPages } from './money/processor/sandbox/routes.ts'
import { reviews } from './resources/reviews/routes.ts'
import { savedSearches } from './resources/saved-searches/routes.ts'
import { service } from './resources/service/routes.ts'
import { sessions } from './resources/sessions/routes.ts'
import { tasks } from './tasks/routes.ts'
import { TaskSubscriptions } from './tasks/live/task-subscriptions.ts'
import { threads } from './resources/threads/routes.ts'
import { trust } from './resources/trust/routes.ts'
import { users } from './resources/users/routes.ts'
import { webhooks } from './events/webhooks/routes.ts'
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
  registerGroup(app, context, limits, contract.users, users(context.config.operatorEmails))
  registerGroup(app, context, limits, contract.sessions, sessions)
  registerGroup(app, context, limits, contract.agents, agents)
  registerGroup(app, context, limits, contract.cards, cards(createCardSigner(context)))
  registerGroup(app, context, limits, contract.discovery, discovery)
  registerGroup(app, context, limits, contract.keys, keys)
  registerGroup(app, context, limits, contract.apps, apps)
  registerGroup(app, context, limits, contract.approvalGate, approvalGate)
  registerGroup(app, context, limits, contract.approvals, approvals(app.operations))
  registerGroup(app, context, limits, contract.organizations, organizations)
  registerGroup(app, context, limits, contract.payments, payments(tail))
  registerGroup(app, context, limits, contract.payouts, payouts)
  registerGroup(app, context, limits, contract.listings, listings)
  registerGroup(app, context, limits, contract.listingInvitations, listingInvitations)
  registerGroup(app, context, limits, contract.savedSearches, savedSearches)
  registerGroup(app, context, limits, contract.favorites, favorites)
  registerGroup(app, context, limits, contract.archivedTasks, archivedTasks)
  registerGroup(app, context, limits, contract.packages, packages)
  registerGroup(app, context, limits, contract.profiles, profiles)
  const subscriptions = new TaskSubscriptions(context)
  registerGroup(app, context, limits, contract.tasks, tasks(subscriptions))
  registerGroup(app, context, limits, contract.artifacts, artifacts)
  registerGroup(app, context, limits, contract.files, files)
  registerGroup(app, context, limits, contract.disputes, disputes)
  registerGroup(app, context, limits, contract.pushConfigs, pushConfigs)
  registerGroup(app, context, limits, contract.connections, connections)
  registerGroup(app, context, limits, contract.blocks, blocks)
  registerGroup(app, context, limits, contract.posts, posts)
  registerGroup(app, context, limits, contract.feed, feed)
  registerGroup(app, context, limits, contract.notifications, notifications(tail))
  registerGroup(app, context, limits, contract.trust, trust)
  registerGroup(app, context, limits, contract.reviews, reviews)
  registerGroup(app, context, limits, contract.threads, threads(tail))
  registerGroup(app, context, limits, contract.webhooks, webhooks)
  const ready = service(options.workers ?? (() => undefined), context.storageWatch)
  registerGroup(app, context, limits, contract.service, ready)
  registerBindings(app, context, limits, subscriptions)
  registerPages(app, context, limits)
  registerUnsubscribe(app, context, limits)
  registerWellKnown(app, context, limits)
  registerOauth(app, context, limits)
  registerAdminRoutes(app, context, limits)
  registerProcessorWebhooks(app, context)
  if (context.ports.processor.name === 'sandbox') mountSandboxPages(app, context)
  return app
}

/** Operator routes; to people without a role they return 404. */
function registerAdminRoutes(app: FastifyInstance, context: Context, limits: RateLimits): void {
  registerGroup(app, context, limits, contract.reports, reports)
  registerGroup(app, context, limits, contract.market, market(context.policyWatch.initial))
  const handlers = admin(context.config, context.policyWatch.initial)
  registerGroup(app, context, limits, adminContract.operators, operators(context.config.operatorEmails))
  registerGroup(app, context, limits, adminContract.ledger, handlers.ledger)
  registerGroup(app, context, limits, adminContract.audit, handlers.audit)
  registerGroup(app, context, limits, adminContract.disputes, handlers.disputes)
  registerGroup(app, context, limits, adminContract.moderation, moderation(context.config.operatorEmails))
  registerGroup(app, context, limits, adminContract.policy, policy(context.policyWatch.initial))
  registerGroup(app, context, limits, adminContract.payouts, handlers.payouts)
  registerGroup(app, context, limits, adminContract.moneyDesk, moneyDesk)
  registerGroup(app, context, limits, adminContract.chargebacks, chargebacks)
  registerGroup(app, context, limits, adminContract.marketDesk, marketDesk)
  registerGroup(app, context, limits, adminContract.legalHolds, legalHolds)
  registerGroup(app, context, limits, adminContract.figures, figures(context.storageWatch.isFull))
  registerGroup(app, context, limits, adminContract.deployment, handlers.deployment)
  registerGroup(app, context, limits, adminContract.signingKeys, handlers.signingKeys)
  registerGroup(app, context, limits, adminContract.files, handlers.files)
  registerGroup(app, context, limits, adminContract.mails, handlers.mails)
  if (isManual(context.clock)) registerGroup(app, context, limits, adminContract.clock, clock(context.clock))
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
  app.decorate('operations', new Map())
  app.decorate('boundOperations', new Map())
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
