import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addsData, isEnveloped, isWrite, takesIdempotencyKey, type Route, type Surface } from 'souk-contract'
import { Type, type TSchema } from 'typebox'
import type { Operations } from '../approvals/enforcement/operations.ts'
import type { Caller, CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/transact.ts'
import type { OperationReply, Handler, Handlers } from '../operation.ts'
import { negotiateA2a } from './receive/a2a-headers.ts'
import { sendReply } from './reply/reply.ts'
import { identify } from './receive/caller.ts'
import { requireStorableTexts } from './receive/json.ts'
import { routerPath } from './receive/paths.ts'
import { callerKey, type RateLimits } from './receive/rate-limit.ts'
import { longPoll } from './streams/long-poll.ts'
import { openStream } from './streams/open-stream.ts'
import { readInput, executeOperation, storedOperation } from './execute-operation.ts'
import { knownDevice, moveToCookie } from './receive/session-cookie.ts'
import { treatAsFile, uploadBytesMax, withUploadedFile } from './receive/uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
    surface?: Surface
    /** Polled by machines, so logged at debug level only. */
    quiet?: boolean
    upload?: boolean
    /** Whether a repeated Idempotency-Key replays the stored reply. */
    idempotent?: boolean
    /** Whether a call may add data; left out, the method decides. */
    addsData?: boolean
  }
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyInstance {
    /** Filled by every group that is registered, so that an approval can run any operation. */
    operations: Operations
  }
}

export const basePaths: Record<Surface, string> = { platform: '/api', a2a: '/api/a2a/v1' }

const quiet = new Set(['getHealth', 'getReady'])

/** Registers every route of a contract group. */
export function registerGroup<G extends Record<string, Route>>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const operation in group) {
    registerRoute(app, context, limits, operation, group[operation], handlers[operation])
  }
}

function registerRoute<R extends Route>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  operation: string,
  route: R,
  handler: Handler<R>,
): void {
  const changes = handler.kind !== 'read' && handler.kind !== 'live'
  if (route.method !== 'GET' && changes !== isWrite(route)) {
    throw new Error(`${operation}: the handler kind contradicts "safe" in the contract.`)
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
        : { response: { 200: replySchema(route) } }),
    },
    onRequest: async (request, reply) => {
      if (route.surface === 'a2a' && route.cache !== 'public') negotiateA2a(request, reply, context.config)
      if (route.upload === true) treatAsFile(request)
      request.caller = await admit(context, limits, route, request, reply)
      requireStorableTexts(request.params)
      requireStorableTexts(request.query)
    },
    preValidation: (request, _reply, done) => {
      // A2A clients send no body where all fields are optional.
      if (route.body !== undefined && request.body === undefined) request.body = {}
      done()
    },
    handler: async (request, reply) => {
      const caller = request.caller as CallerFor<R['auth']>
      const device = route.session === 'opens' ? await knownDevice(context, request) : null
      await limits.countOperation(operation, caller, request.body, device)
      const exchange = { context, limits, operation, route, caller, request, reply }
      if (route.upload !== true) return handle(exchange, handler)
      return withUploadedFile(request.body as Readable, (bytes) => {
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
  const readCallInput = () => readInput<R>(context, route, request, operation)
  if (handler.kind === 'live') {
    return openStream(context, limits, exchange, async (stream) => {
      const input = readCallInput()
      const authorize = (reader: Reader, by: Caller) =>
        handler.authorize(reader, by as CallerFor<R['auth']>, input)
      await store.read((reader) => authorize(reader, caller))
      return { authorize, source: await handler.open(store, caller, input, stream) }
    })
  }
  const execute = async () => {
    const { reply: result, replayed } = await executeOperation(
      context,
      operation,
      route,
      handler,
      caller,
      request,
    )
    if (replayed) reply.header('idempotent-replayed', 'true')
    return result
  }
  if (handler.kind === 'write-then-live') {
    // The stream slot is taken before the write, so that a caller without one can safely retry.
    return openStream(context, limits, exchange, async (stream) => {
      const input = readCallInput()
      const result = (await execute()) as OperationReply<R>
      return {
        authorize: (reader, by) => handler.authorize(reader, by as CallerFor<R['auth']>, input, result),
        source: await handler.open(store, caller, input, { ...stream, reply: result }),
      }
    })
  }
  const waits =
    handler.kind === 'write' && handler.longPoll !== undefined && handler.mayWait?.(readCallInput()) !== false
  // Before the write, so that a refused caller can safely retry.
  if (waits) limits.streams.requireLongPoll(callerKey(caller))
  const result = await execute()
  if (waits && handler.longPoll !== undefined) {
    const { wait, authorize } = handler.longPoll
    const input = readCallInput()
    return longPoll(exchange, {
      wait,
      authorize: (reader, by) => authorize(reader, by as CallerFor<R['auth']>, input),
      caller,
      input,
      result: result as OperationReply<R>,
    })
  }
  return sendReply(route, moveToCookie(context.config, route, result, exchange), request, reply)
}

const envelopes = new WeakMap<Route, TSchema>()

/** One schema object per route, because serializers are cached by schema. */
function replySchema(route: Route): TSchema {
  if (!isEnveloped(route)) return route.reply
  const schema = envelopes.get(route) ?? Type.Object({ success: Type.Literal(true), data: route.reply })
  envelopes.set(route, schema)
  return schema
}

/** Counts the call against its session or key, or against its address if it has no valid token. */
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
