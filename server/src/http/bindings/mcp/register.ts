/** The MCP endpoint. */
import type { HttpParts } from '../../operation-registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds } from 'souk-contract'
import type { Context } from '../../../context.ts'
import { Failure } from '../../../failure.ts'
import { serverInfoOf } from '../../../mcp/server-info.ts'
import type { TaskSubscriptions } from '../../../tasks/live/task-subscriptions.ts'
import { admit } from '../../receive/admit.ts'
import { errorReply } from '../../reply/error-body.ts'
import { logFault } from '../../reply/error-handler.ts'
import { toFailure } from '../../reply/failures.ts'
import type { IncomingCall } from '../call.ts'
import { messageId, readMessage, type McpMessage } from './envelope.ts'
import type { McpServer } from './mcp-call.ts'
import { mcpRoute } from './mcp-route.ts'
import { methods } from './methods.ts'
import { codes, metaKeys, ProtocolError } from './protocol.ts'
import { resultJson } from './tool-result.ts'

const address = mcpRoute.path
const json = 'application/json; charset=utf-8'

export function registerMcp(app: FastifyInstance, parts: HttpParts, subscriptions: TaskSubscriptions): void {
  const { context, limits } = parts
  const server: McpServer = { ...parts, subscriptions }
  app.post(address, {
    // Tools refuse calls that add data while storage is full; reads continue.
    config: { operation: 'mcp', surface: 'platform', addsData: false },
    onRequest: async (request, reply) => {
      requireOrigin(context, request)
      request.call = { operation: 'mcp', binding: 'MCP' }
      request.caller = await admit(context, limits, mcpRoute, incomingOf(request), reply)
    },
    errorHandler: (error, request, reply) => void sendError(context, error, request, reply),
    handler: async (request, reply) => handle(server, request, reply),
  })
  app.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: address,
    config: { operation: 'mcp', surface: 'platform', addsData: false },
    handler: async (_request, reply) => {
      const error = { code: codes.invalidRequest, message: 'This endpoint only takes POST.' }
      return reply.code(405).header('allow', 'POST').type(json).send({ jsonrpc: '2.0', error })
    },
  })
}

/** Browsers send an origin. A page of another origin could otherwise use a server in the network of its visitor. */
function requireOrigin({ config }: Context, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || origin === config.settings.origin || config.corsOrigins.includes(origin)) return
  throw new Failure('forbidden', 'The origin of the request is not allowed.', {
    hint: 'The operator can allow it with CORS_ORIGINS.',
  })
}

async function handle(server: McpServer, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { caller } = request
  if (caller?.kind !== 'key') throw new Error('The route admits keys only.')
  const message = readMessage(request.body, request.headers)
  const { id, era, method: name } = message
  if (id === undefined) return reply.code(202).send()
  const known = methods[era]
  const method = Object.hasOwn(known, name) ? known[name] : undefined
  if (method === undefined) return notFound(message)
  const result = await method({
    ...message,
    id,
    server,
    caller,
    request,
    incoming: incomingOf(request),
    reply,
  })
  if (result === 'streaming') return reply
  const { marketName } = server.context.config.settings.policy
  const text = era === 'modern' ? withMeta(result, marketName) : resultJson(result)
  return reply
    .type(json)
    .serializer(String)
    .send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`)
}

/** Access tokens must be for this resource. A Fastify request is not a plain object, so a spread would not copy it. */
function incomingOf({ id, ip, method, url, headers, params, query, body }: FastifyRequest): IncomingCall {
  return { id, ip, method, url, headers, params, query, body, resource: 'mcp' }
}

function notFound({ era, method }: McpMessage): never {
  throw new ProtocolError(codes.methodNotFound, `Method not found: ${method.slice(0, 100)}.`, {
    status: era === 'modern' ? 404 : 200,
  })
}

/** Serialized once for each name of the marketplace: every result ends with it. */
let meta = { marketName: '', text: '' }

function metaOf(marketName: string): string {
  if (meta.marketName !== marketName) {
    const text = JSON.stringify({ _meta: { [metaKeys.serverInfo]: serverInfoOf({ marketName }) } }).slice(1)
    meta = { marketName, text }
  }
  return meta.text
}

/** JSON of a result with the members that every result of 2026-07-28 has. */
function withMeta(result: object, marketName: string): string {
  const complete = 'resultType' in result ? '' : '"resultType":"complete",'
  const text = resultJson(result)
  return `{${complete}${text === '{}' ? '' : `${text.slice(1, -1)},`}${metaOf(marketName)}`
}

function sendError(
  context: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const id = messageId(request.body)
  const send = (status: number, body: object) =>
    reply
      .code(status)
      .type(json)
      .serializer(String)
      .send(JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: body }))
  if (error instanceof ProtocolError) {
    const { code, message, data, status } = error
    return send(status, { code, message, ...(data === undefined ? {} : { data }) })
  }
  const failure = toFailure(error)
  logFault(context, request, failure, error)
  const { origin } = context.config.settings
  const { status, headers } = errorReply(failure, {
    surface: 'platform',
    origin,
    requestId: request.id,
    resource: 'mcp',
  })
  reply.headers(headers)
  const { kind, message, hint } = failure
  const data = { kind, ...(hint === undefined ? {} : { hint }), requestId: request.id }
  return send(status, { code: codeOf(request, failure), message, data })
}

/** A body that cannot be parsed never reaches the handler. */
function codeOf({ body, caller }: FastifyRequest, { kind }: Failure): number {
  if (errorKinds[kind].status >= 500) return codes.internalError
  return kind === 'bad-request' && body === undefined && caller !== null
    ? codes.parseError
    : codes.invalidRequest
}
