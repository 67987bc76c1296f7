import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addsData, isEnveloped, isWrite, takesIdempotencyKey, type Route, type Surface } from 'souk-contract'
import { Type, type TSchema } from 'typebox'
import type { Operations } from '../approvals/enforcement/operations.ts'
import type { Caller, CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/transact.ts'
import type { Answer, Handler, Handlers } from '../operation.ts'
import { speakA2a } from './receive/a2a-headers.ts'
import { sendAnswer } from './reply/reply.ts'
import { identify } from './receive/caller.ts'
import { requireStorableTexts } from './receive/json.ts'
import { routerPath } from './receive/paths.ts'
import { subject, type RateLimits } from './receive/rate-limit.ts'
import { lingerOver } from './streams/long-poll.ts'
import { openStream } from './streams/open-stream.ts'
import { gather, run, storedOperation } from './execute-operation.ts'
import { knownDevice, moveToCookie } from './receive/session-cookie.ts'
import { takeAsFile, uploadBytesMax, withFile } from './receive/uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
    surface?: Surface
    /** Asked for by machines all the time; logged only when somebody debugs. */
    quiet?: boolean
    upload?: boolean
    /** Whether a repeated Idempotency-Key gets the stored answer. */
    idempotent?: boolean
    /** Whether a call may add data; by its method if left out. */
    addsData?: boolean
  }
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyInstance {
    /** Grows with every group that is mounted, so that no operation can be forgotten when an approval is carried out. */
    operations: Operations
  }
}

export const basePaths: Record<Surface, string> = { platform: '/api', a2a: '/api/a2a/v1' }

const quiet = new Set(['getHealth', 'getReady'])

/** Puts every route of a group on the air, as its contract says. */
export function mountGroup<G extends Record<string, Route>>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const operation in group) {
    mount(app, context, limits, operation, group[operation], handlers[operation])
  }
}

function mount<R extends Route>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  operation: string,
  route: R,
  handler: Handler<R>,
): void {
  const changes = handler.kind !== 'read' && handler.kind !== 'live'
  if (route.method !== 'GET' && changes !== isWrite(route)) {
    throw new Error(`${operation}: its handler and "safe" in the contract disagree.`)
  }
  if (changes && route.upload !== true) {
    app.operations.set(operation, storedOperation(context, operation, route, handler))
  }
  app.route({
    method: route.method,
    url: basePaths[route.surface] + routerPath(route.path),
    config: {
      operation,
      surface: route.surface,
      quiet: quiet.has(operation),
      upload: route.upload === true,
      idempotent: takesIdempotencyKey(route),
      addsData: addsData(route),
    },
    ...(route.upload === true ? { bodyLimit: uploadBytesMax } : {}),
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.stream !== undefined || route.download === true
        ? {}
        : { response: { 200: answerSchema(route) } }),
    },
    onRequest: async (request, reply) => {
      if (route.surface === 'a2a' && route.cache !== 'public') speakA2a(request, reply, context.config)
      if (route.upload === true) takeAsFile(request)
      request.caller = await admit(context, limits, route, request, reply)
      requireStorableTexts(request.params)
      requireStorableTexts(request.query)
    },
    preValidation: (request, _reply, done) => {
      // Clients of A2A send nothing at all where there is nothing to say.
      if (route.body !== undefined && request.body === undefined) request.body = {}
      done()
    },
    handler: async (request, reply) => {
      const caller = request.caller as CallerFor<R['auth']>
      const device = route.session === 'opens' ? await knownDevice(context, request) : null
      await limits.countOperation(operation, caller, request.body, device)
      const exchange = { context, limits, operation, route, caller, request, reply }
      if (route.upload !== true) return handle(exchange, handler)
      return withFile(request.body as Readable, (bytes) => {
        request.body = bytes
        return handle(exchange, handler)
      })
    },
  })
}

interface Exchange<R extends Route> {
  readonly context: Context
  readonly limits: RateLimits
  readonly operation: string
  readonly route: R
  readonly caller: CallerFor<R['auth']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function handle<R extends Route>(exchange: Exchange<R>, handler: Handler<R>): Promise<unknown> {
  const { context, limits, operation, route, caller, request, reply } = exchange
  const { store } = context
  const given = () => gather<R>(context, route, request, operation)
  if (handler.kind === 'live') {
    return openStream(context, limits, exchange, async (listening) => {
      const asked = given()
      const authorize = (reader: Reader, by: Caller) =>
        handler.authorize(reader, by as CallerFor<R['auth']>, asked)
      await store.read((reader) => authorize(reader, caller))
      return { authorize, followed: await handler.open(store, caller, asked, listening) }
    })
  }
  const carryOut = async () => {
    const { answer, replayed } = await run(context, operation, route, handler, caller, request)
    if (replayed) reply.header('idempotent-replayed', 'true')
    return answer
  }
  if (handler.kind === 'write-then-live') {
    // The stream has its place before anything is changed, so that whoever finds none can safely try again.
    return openStream(context, limits, exchange, async (listening) => {
      const asked = given()
      const answer = (await carryOut()) as Answer<R>
      return {
        authorize: (reader, by) => handler.authorize(reader, by as CallerFor<R['auth']>, asked, answer),
        followed: await handler.open(store, caller, asked, { ...listening, answer }),
      }
    })
  }
  const lingers =
    handler.kind === 'write' && handler.linger !== undefined && handler.lingers?.(given()) !== false
  // Before anything is changed, so that a refused caller can safely try again.
  if (lingers) limits.streams.requirePoll(subject(caller))
  const answer = await carryOut()
  if (lingers && handler.linger !== undefined) {
    const { wait, authorize } = handler.linger
    const asked = given()
    return lingerOver(exchange, {
      wait,
      authorize: (reader, by) => authorize(reader, by as CallerFor<R['auth']>, asked),
      caller,
      given: asked,
      answer: answer as Answer<R>,
    })
  }
  return sendAnswer(route, moveToCookie(context.config, route, answer, exchange), request, reply)
}

const envelopes = new WeakMap<Route, TSchema>()

/** One object for each route, because serializers are kept by their schema. */
function answerSchema(route: Route): TSchema {
  if (!isEnveloped(route)) return route.reply
  const schema = envelopes.get(route) ?? Type.Object({ success: Type.Literal(true), data: route.reply })
  envelopes.set(route, schema)
  return schema
}

/** A call without a good token counts against its address, any other against its own session or key. */
async function admit(
  context: Context,
  limits: RateLimits,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const stranger: Caller = {
    kind: 'stranger',
    requestId: request.id,
    ip: request.ip,
    userAgent: null,
    idempotencyKey: null,
  }
  const caller = await identify(context, route, request).catch((error: unknown) => {
    reply.headers(limits.count(stranger))
    throw error
  })
  reply.headers(limits.count(caller))
  return caller
}
