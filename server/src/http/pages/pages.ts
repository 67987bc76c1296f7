import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  adminContract,
  contract,
  errorKinds,
  openApiDocument,
  operatorAccess,
  type ErrorKindName,
  type OpenApiDocument,
} from 'souk-contract'
import type { Context } from '../../context.ts'
import { fail, notFound } from '../../failure.ts'
import { version } from '../../lib/version.ts'
import { listDevMails } from '../../mails/dev-mailbox.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { registerBranding } from './branding.ts'
import { fontFaces } from './docs/fonts.ts'
import { docsPage, docsStyle } from './docs/page.ts'
import { landingPage, mailboxPage, problemPage } from './html-pages.ts'
import { sendPage } from './send-page.ts'
import { originOf } from '../receive/caller.ts'
import { hasOperatorToken, identifyOperator } from '../receive/operator-caller.ts'
import { isOnThisMachine, servesMailbox } from '../receive/local-requests.ts'

/** Registers the pages beside the API: docs, error pages, the local mailbox and metrics. */
export function registerPages(app: FastifyInstance, context: Context, limits: RateLimits): void {
  registerBranding(app, context, limits)
  const { origin } = context.config.settings
  // Built once on first use: both are large and public, and their requests are not rate limited.
  const document = memoized(() => openApiDocument(contract, { origin, version }))
  const written = memoized(() => Buffer.from(JSON.stringify(document())))
  const { webDir } = context.config
  const hasMailbox = servesMailbox(context.config)

  app.get('/api/openapi.json', { config: page('openapi') }, async (_request, reply) =>
    cached(reply).type('application/json; charset=utf-8').send(written()),
  )
  const adminDocument = memoized(() =>
    Buffer.from(JSON.stringify(openApiDocument(adminContract, { origin, version, audience: 'operator' }))),
  )
  app.get('/api/admin/openapi.json', { config: page('adminOpenapi') }, async (request, reply) => {
    await identifyOperator(context, operatorAccess.inspect, request, originOf(request))
    return reply.type('application/json; charset=utf-8').send(adminDocument())
  })
  registerDocs(app, document, webDir)
  // The web app, if present, serves the root.
  if (webDir === undefined) {
    app.get('/', { config: page('landing') }, async (_request, reply) =>
      sendPage(cached(reply), landingPage(context.config.settings, hasMailbox)),
    )
  }
  app.get<{ Params: { kind: string } }>(
    '/api/problems/:kind',
    { config: page('problem') },
    async (request, reply) => {
      const { kind } = request.params
      return isKind(kind)
        ? sendPage(cached(reply), problemPage(kind, errorKinds[kind]))
        : notFound('kind of problem')
    },
  )
  app.get('/dev/mail', { config: page('mailbox') }, async (request, reply) => {
    if (!hasMailbox || !isOnThisMachine(context.config, request)) return notFound('page')
    const mails = await context.store.read((reader) => listDevMails(reader))
    const wantsJson = request.headers.accept?.includes('application/json') === true
    return wantsJson
      ? { success: true, data: { items: mails, nextCursor: null } }
      : sendPage(reply, mailboxPage(mails))
  })
  app.get('/metrics', { config: page('metrics') }, async (request, reply) => {
    requireInsider(context, request)
    return reply.type(context.metrics.registry.contentType).send(await context.metrics.registry.metrics())
  })
}

/** The API reference, also at its short address. */
function registerDocs(
  app: FastifyInstance,
  document: () => OpenApiDocument,
  webDir: string | undefined,
): void {
  const docs = memoized(() => Buffer.from(docsPage(document(), { hasApp: webDir !== undefined })))
  const compressedDocs = memoized(() => gzipSync(docs()))
  const style = memoized(() => Buffer.from(fontFaces(webDir) + docsStyle))
  app.get('/api/docs', { config: page('docs') }, async (request, reply) => {
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isCompressed) reply.header('content-encoding', 'gzip')
    const sent = isCompressed ? compressedDocs() : docs()
    return sendPage(cached(reply).header('vary', 'accept-encoding'), sent, docsResources)
  })
  app.get('/docs', { config: page('docs') }, async (_request, reply) => reply.redirect('/api/docs'))
  app.get('/api/docs.css', { config: page('docs') }, async (_request, reply) =>
    cached(reply).type('text/css; charset=utf-8').send(style()),
  )
}

function memoized<T>(make: () => T): () => T {
  let memo: { value: T } | undefined
  return () => (memo ??= { value: make() }).value
}

function page(operation: string) {
  return { operation, surface: 'platform' as const, quiet: true }
}

function cached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'public, max-age=60')
}

/** The reference runs the script of the web app, which sends requests of readers to this origin. */
const docsResources = { 'script-src': "'self'", 'img-src': "'self'", 'connect-src': "'self'" }

function isKind(text: string): text is ErrorKindName {
  return Object.hasOwn(errorKinds, text)
}

/** Metrics are visible to operators and on this machine. */
function requireInsider(context: Context, request: FastifyRequest): void {
  if (hasOperatorToken(context, request) || isOnThisMachine(context.config, request)) return
  fail(
    'forbidden',
    'Metrics are restricted to operators.',
    'Send the operator token as "Authorization: Bearer <token>".',
  )
}
