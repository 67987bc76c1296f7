import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpParts } from '../../operation-registry.ts'
import type { Route } from 'souk-contract'
import { Failure } from '../../../failure.ts'
import { requireTenant } from '../../../tasks/wire/a2a-tenant.ts'
import { negotiateA2a, negotiateExtensions } from '../../receive/a2a-headers.ts'
import { countStranger } from '../../receive/admit.ts'
import { fromProtoJson } from '../../receive/proto-json.ts'
import { logFault } from '../../reply/error-handler.ts'
import { toFailure } from '../../reply/failures.ts'
import type { IncomingCall } from '../call.ts'
import { callOf, type CallParts } from '../call-parts.ts'
import { methodsV03 } from '../v0-3/methods-v0-3.ts'
import { envelopeError, readRequest, requestId } from './envelope.ts'
import { invalidRequest, methodNotFound, parseError } from './error-codes.ts'
import { jsonRpc, sendRpcError } from './json-rpc.ts'
import type { Dialect, Method } from './method.ts'
import { methodsV1 } from './methods-v1.ts'

const v1: Dialect = { binding: 'JSONRPC', methods: methodsV1 }
const v03: Dialect = { binding: 'JSONRPC 0.3', methods: methodsV03 }

/** Addresses of JSON-RPC, with and without a trailing slash. The names of methods differ between the versions. */
const addresses: Readonly<Record<string, readonly Dialect[]>> = {
  '/api/a2a/v1/agents/:name': [v1, v03],
  '/api/a2a/v0.3/agents/:name': [v03],
}

export function registerJsonRpc(app: FastifyInstance, parts: HttpParts): void {
  for (const [address, dialects] of Object.entries(addresses)) {
    registerAddress(app, parts, address, dialects)
  }
}

function registerAddress(
  app: FastifyInstance,
  { context, limits, registry }: HttpParts,
  address: string,
  dialects: readonly Dialect[],
): void {
  const { origin } = context.config.settings
  app.post<{ Params: { name: string } }>(address, {
    // The dispatcher refuses calls that add data while storage is full; reads continue.
    config: { operation: 'jsonRpc', surface: 'a2a', addsData: false },
    errorHandler: (error, request, reply) => {
      const failure = toFailure(error)
      logFault(context, request, failure, error)
      const id = requestId(request.body)
      sendRpcError(failure, {
        origin,
        request,
        reply,
        id,
        ...codeOf(request, failure),
        ...streamsOf(request),
      })
    },
    handler: async (request, reply) => {
      const invalid = envelopeError(request.body)
      if (invalid !== undefined) return refuse(request, reply, invalid, invalidRequest)
      const { id, method: name, params } = readRequest(request.body)
      const dialect = dialects.find(({ methods }) => Object.hasOwn(methods, name))
      const method = dialect?.methods[name]
      const bound = method === undefined ? undefined : registry.bound.get(method.operation)
      if (dialect === undefined || method === undefined || bound === undefined) {
        return refuse(request, reply, `Method not found: ${name.slice(0, 100)}.`, methodNotFound)
      }
      request.call = { operation: method.operation, binding: dialect.binding }
      if (dialect === v1) negotiateA2a(request, reply, context.config)
      else negotiateExtensions(request, reply, 'x-a2a-extensions')
      const parts = decode(method, params, request.params.name)
      const call = readProtoJson(
        bound.route,
        callOf(request, bound.route, parts, headersOf(request, dialect)),
      )
      return bound.run(request, reply, call, jsonRpc(bound.route, { id, reply, encode: method.encode }))
    },
  })

  function refuse(request: FastifyRequest, reply: FastifyReply, detail: string, code: number): FastifyReply {
    reply.headers(countStranger(limits, request))
    const failure = new Failure('bad-request', detail, { hint: `See ${origin}/api/docs.` })
    return sendRpcError(failure, { origin, request, reply, id: requestId(request.body), code })
  }
}

function readProtoJson(route: Route, call: IncomingCall): IncomingCall {
  const [query, body] = [fromProtoJson(route.query, call.query), fromProtoJson(route.body, call.body)]
  return { ...call, query, body }
}

/** A body that cannot be parsed never reaches the handler. */
function codeOf(request: FastifyRequest, { kind }: Failure): { code?: number } {
  return request.body === undefined && kind === 'bad-request' ? { code: parseError } : {}
}

const streams: ReadonlySet<string> = new Set(['streamMessage', 'subscribeToTask'])

/** Clients of 0.3 read the refusal of a stream only from a stream. */
function streamsOf({ call }: FastifyRequest): { streams: boolean } {
  return { streams: call?.binding === 'JSONRPC 0.3' && streams.has(call.operation) }
}

/** The parts of the call, for the agent of the URL. */
function decode(
  method: Method,
  { tenant, ...params }: Readonly<Record<string, unknown>>,
  name: string,
): CallParts {
  if (tenant !== undefined && tenant !== null) requireTenant({ tenant, name })
  const parts = method.decode(params)
  return { ...parts, params: { name, ...parts.params } }
}

function headersOf({ headers }: FastifyRequest, dialect: Dialect): IncomingCall['headers'] {
  return dialect === v03 ? { ...headers, 'a2a-version': '0.3' } : headers
}
