import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addsData, isEnveloped, isWrite, type Route, type Surface } from 'souk-contract'
import { Type, type TSchema } from 'typebox'
import type { AnyCaller, CallerFor } from '../caller.ts'
import { storageFull } from '../failure.ts'
import type { Handler, Handlers } from '../operation.ts'
import { basePaths } from './base-paths.ts'
import type { BoundOperation } from './bindings/bound-operation.ts'
import type { BindingName, IncomingCall } from './bindings/call.ts'
import type { Outcome } from './bindings/grpc/status.ts'
import type { HttpParts } from './operation-registry.ts'
import type { createHttp2Server } from './connections/http2-server.ts'
import { httpJson } from './bindings/http-json.ts'
import { dispatch } from './dispatch.ts'
import { executeOperation, readInput, storedOperation } from './execute-operation.ts'
import { negotiateA2a } from './receive/a2a-headers.ts'
import { admit } from './receive/admit.ts'
import { reidentify, requireAuthMode } from './receive/caller.ts'
import { requireStorableTexts } from './receive/json.ts'
import { routerPath } from './receive/paths.ts'
import { knownDevice } from './receive/session-cookie.ts'
import { fromProtoJson } from './receive/proto-json.ts'
import { requireValid } from './receive/require-valid.ts'
import { treatAsFile, uploadBytesMax, withUploadedFile } from './receive/uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
    surface?: Surface
    /** Polled by machines, so logged only at debug level. */
    quiet?: boolean
    upload?: boolean
    /** Whether a call may add data; by default, the method decides. */
    addsData?: boolean
  }
  interface FastifyRequest {
    caller: AnyCaller | null
    /** The operation that a request over a binding other than HTTP+JSON calls. */
    call: CalledOperation | null
    /** Outcome of a gRPC call, whose HTTP status is always 200. */
    outcome: Outcome | null
  }
  interface FastifyInstance {
    /** Serves the HTTP/2 connections of the port. */
    http2Server: ReturnType<typeof createHttp2Server>
  }
}

interface CalledOperation {
  readonly operation: string
  readonly binding: BindingName
  /** Polled by machines. */
  readonly quiet?: boolean
}

const quiet = new Set(['getHealth', 'getReady'])

/** Registers every group of a contract. */
export function registerGroups<C extends Record<string, Record<string, Route>>>(
  app: FastifyInstance,
  parts: HttpParts,
  contract: C,
  handlers: { readonly [G in keyof C]: Handlers<C[G]> },
): void {
  for (const group in contract) registerGroup(app, parts, contract[group], handlers[group])
}

/** Registers every route of a contract group. */
export function registerGroup<G extends Record<string, Route>>(
  app: FastifyInstance,
  parts: HttpParts,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const operation in group) {
    registerRoute(app, parts, operation, group[operation], handlers[operation])
  }
}

function registerRoute<R extends Route>(
  app: FastifyInstance,
  parts: HttpParts,
  operation: string,
  route: R,
  handler: Handler<R>,
): void {
  const { context, limits, registry } = parts
  const changes = handler.kind !== 'read' && handler.kind !== 'live' && handler.kind !== 'ranged'
  if (route.method !== 'GET' && changes !== isWrite(route)) {
    throw new Error(`${operation}: the handler kind contradicts "safe" in the contract.`)
  }
  if (changes && route.upload !== true && route.auth !== 'operator') {
    registry.stored.set(operation, storedOperation(context, operation, route, handler))
  }
  if (route.auth !== 'operator') {
    registry.bound.set(operation, bind(parts, operation, route, handler))
  }
  app.route({
    ...declarationOf(operation, route),
    onRequest: async (request, reply) => {
      if (route.surface === 'a2a' && route.cache !== 'public') negotiateA2a(request, reply, context.config)
      if (route.upload === true) treatAsFile(request)
      request.caller = await admit(context, limits, route, request, reply)
      requireStorableTexts(request.params)
      requireStorableTexts(request.query)
    },
    preValidation: (request, _reply, done) => {
      normalize(route, request)
      done()
    },
    handler: async (request, reply) => {
      const caller = request.caller as CallerFor<R['auth']>
      const device = route.session === 'opens' ? await knownDevice(context, request) : null
      await limits.countOperation(operation, caller, request.body, device)
      const encoding = httpJson(context, route, { request, reply })
      const exchange = { ...parts, operation, route, caller, request, reply, encoding }
      if (route.upload !== true) return dispatch(exchange, handler)
      return withUploadedFile(request.body as Readable, async (bytes) => {
        request.body = bytes
        // The caller can have lost its authority while the bytes arrived.
        const now = await reidentify(context, route, request, caller)
        return dispatch({ ...exchange, caller: now as CallerFor<R['auth']> }, handler)
      })
    },
  })
}

/** Clients send no body where all fields are optional. A2A bodies are ProtoJSON. */
function normalize({ surface, body, query }: Route, request: FastifyRequest): void {
  if (body !== undefined && request.body === undefined) request.body = {}
  if (surface !== 'a2a') return
  if (body !== undefined) request.body = fromProtoJson(body, request.body)
  request.query = fromProtoJson(query, request.query)
}

/** Fastify options of a route: address, schemas, limits and labels. */
function declarationOf(operation: string, route: Route) {
  const { method, surface, path, params, query, body, upload } = route
  return {
    method,
    url: basePaths[surface] + routerPath(path),
    config: {
      operation,
      surface,
      quiet: quiet.has(operation),
      upload: upload === true,
      addsData: addsData(route),
    },
    ...(upload === true ? { bodyLimit: uploadBytesMax } : {}),
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(route.stream !== undefined || route.download === true
        ? {}
        : { response: { 200: replySchema(route) } }),
    },
  }
}

function bind<R extends Route>(
  parts: HttpParts,
  operation: string,
  route: R,
  handler: Handler<R>,
): BoundOperation {
  const { context, limits } = parts
  const admitCall: BoundOperation['admit'] = async (request, reply, call) => {
    if (addsData(route) && context.storageWatch.isFull()) throw storageFull()
    request.caller = await admit(context, limits, route, call, reply)
  }
  const runAdmitted: BoundOperation['run'] = async (request, reply, call, encoding) => {
    const caller = request.caller as CallerFor<R['auth']>
    requireStorableTexts(call.params)
    requireStorableTexts(call.query)
    requireValid(route, call)
    await limits.countOperation(operation, caller, call.body)
    return dispatch({ ...parts, operation, route, caller, request: call, reply, encoding }, handler)
  }
  return {
    route,
    admit: admitCall,
    runAdmitted,
    run: async (request, reply, call, encoding) => {
      await admitCall(request, reply, call)
      return runAdmitted(request, reply, call, encoding)
    },
    execute: async (caller, call) => {
      if (handler.kind === 'live' || handler.kind === 'ranged') throw new Error(`${operation} is a stream.`)
      if (addsData(route) && context.storageWatch.isFull()) throw storageFull()
      await requireCallable(route, caller, call)
      return executeOperation(context, operation, route, handler, caller as CallerFor<R['auth']>, call)
    },
    findFile: async (caller, call) => {
      if (handler.kind !== 'ranged') throw new Error(`${operation} is not a download.`)
      await requireCallable(route, caller, call)
      const input = readInput<R>(context, route, call, operation)
      return context.store.read((reader) => handler.find(reader, caller as CallerFor<R['auth']>, input))
    },
  }

  async function requireCallable(called: Route, caller: AnyCaller, call: IncomingCall): Promise<void> {
    requireAuthMode(called, caller)
    requireStorableTexts(call.params)
    requireStorableTexts(call.query)
    requireValid(called, call)
    await limits.countOperation(operation, caller, call.body)
  }
}

const envelopes = new WeakMap<Route, TSchema>()

/** One schema object per route, because serializers are cached by schema. */
function replySchema(route: Route): TSchema {
  if (!isEnveloped(route)) return route.reply
  const schema = envelopes.get(route) ?? Type.Object({ success: Type.Literal(true), data: route.reply })
  envelopes.set(route, schema)
  return schema
}
