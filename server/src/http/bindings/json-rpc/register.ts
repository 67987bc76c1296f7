import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Context } from '../../../context.ts'
import { Failure } from '../../../failure.ts'
import { requireTenant } from '../../../tasks/wire/a2a-tenant.ts'
import { negotiateA2a } from '../../receive/a2a-headers.ts'
import { countStranger } from '../../receive/admit.ts'
import { fromProtoJson } from '../../receive/proto-json.ts'
import type { RateLimits } from '../../receive/rate-limit.ts'
import { logFault } from '../../reply/error-handler.ts'
import { toFailure } from '../../reply/failures.ts'
import type { IncomingCall } from '../call.ts'
import { envelopeError, readRequest, requestId } from './envelope.ts'
import { invalidRequest, methodNotFound, parseError } from './error-codes.ts'
import { jsonRpc, sendRpcError } from './json-rpc.ts'
import { methods, type CallParts } from './methods.ts'
import { urlOf } from '../url-of.ts'

/** JSON-RPC at the base address of an agent, with and without a trailing slash. */
export function registerJsonRpc(app: FastifyInstance, context: Context, limits: RateLimits): void {
  const { origin } = context.config.settings
  app.post<{ Params: { name: string } }>('/api/a2a/v1/agents/:name', {
    // The dispatcher refuses calls that add data while storage is full; reads continue.
    config: { operation: 'jsonRpc', surface: 'a2a', addsData: false },
    errorHandler: (error, request, reply) => {
      const failure = toFailure(error)
      logFault(context, request, failure, error)
      sendRpcError(failure, {
        origin,
        request,
        reply,
        id: requestId(request.body),
        ...codeOf(request, failure),
      })
    },
    handler: async (request, reply) => {
      const invalid = envelopeError(request.body)
      if (invalid !== undefined) return refuse(request, reply, invalid, invalidRequest)
      const { id, method, params } = readRequest(request.body)
      const known = Object.hasOwn(methods, method) ? methods[method] : undefined
      const bound = known === undefined ? undefined : app.boundOperations.get(known.operation)
      if (known === undefined || bound === undefined) {
        return refuse(request, reply, `Method not found: ${method.slice(0, 100)}.`, methodNotFound)
      }
      negotiateA2a(request, reply, context.config)
      const { name } = request.params
      const { tenant, ...rest } = params
      if (tenant !== undefined && tenant !== null) requireTenant({ tenant: String(tenant), name })
      const parts = known.decode(rest)
      const call = callOf(request, name, bound.route, parts)
      request.call = { operation: known.operation, binding: 'JSONRPC' }
      return bound.run(request, reply, call, jsonRpc(bound.route, { id, reply }))
    },
  })

  function refuse(request: FastifyRequest, reply: FastifyReply, detail: string, code: number): FastifyReply {
    reply.headers(countStranger(limits, request))
    const failure = new Failure('bad-request', detail, { hint: `See ${origin}/api/docs.` })
    return sendRpcError(failure, { origin, request, reply, id: requestId(request.body), code })
  }
}

/** A body that cannot be parsed never reaches the handler. */
function codeOf(request: FastifyRequest, { kind }: Failure): { code?: number } {
  return request.body === undefined && kind === 'bad-request' ? { code: parseError } : {}
}

/** The call that the method stands for, under the identity and the headers of its request. */
function callOf(
  { id, ip, method, headers }: FastifyRequest,
  name: string,
  route: Route,
  parts: CallParts,
): IncomingCall {
  const params = { name, ...parts.params }
  const query = { ...parts.query }
  const body = fromProtoJson(route.body, { ...parts.body })
  const url = urlOf(route.path, params, query)
  return { id, ip, method, headers, url, params, query: fromProtoJson(route.query, query), body }
}
