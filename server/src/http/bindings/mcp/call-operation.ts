/** Runs operations of the contract in process, for tools and resources. The same checks apply as over HTTP. */
import { isWrite, type Route } from 'souk-contract'
import type { OperationRegistry } from '../../operation-registry.ts'
import type { RangedFile } from '../../../download.ts'
import type { CallOperation } from '../../../mcp/tool.ts'
import type { BoundOperation } from '../bound-operation.ts'
import type { IncomingCall } from '../call.ts'
import { urlOf } from '../url-of.ts'
import type { McpCall } from './mcp-call.ts'

interface Options {
  /** Operations that may be called; others are a bug of the tool. */
  readonly allowed: readonly string[]
  /** For the operation that writes. */
  readonly idempotencyKey?: string | undefined
}

export function createCallOperation(
  { server, caller, incoming }: Pick<McpCall, 'server' | 'caller' | 'incoming'>,
  { allowed, idempotencyKey }: Options,
): CallOperation {
  return (async (operation: string, input: object) => {
    const bound = requireBound(server.registry, operation, allowed)
    const key = isWrite(bound.route) ? idempotencyKey : undefined
    const { reply } = await bound.execute(
      { ...caller, idempotencyKey: key ?? null },
      callOf(incoming, bound.route, input, key),
    )
    return reply
  }) as CallOperation
}

export async function findFile(
  { server, caller, incoming }: Pick<McpCall, 'server' | 'caller' | 'incoming'>,
  operation: string,
  input: object,
): Promise<RangedFile> {
  const bound = requireBound(server.registry, operation, [operation])
  return bound.findFile(caller, callOf(incoming, bound.route, input, undefined))
}

function requireBound(
  registry: OperationRegistry,
  operation: string,
  allowed: readonly string[],
): BoundOperation {
  const bound = registry.bound.get(operation)
  if (bound === undefined || !allowed.includes(operation))
    throw new Error(`${operation} is not available here.`)
  return bound
}

/** The call over HTTP that has the same effect. */
function callOf(
  { id, ip, headers }: IncomingCall,
  route: Route,
  input: object,
  idempotencyKey: string | undefined,
): IncomingCall {
  const { params, query, body } = partsOf(route, input)
  const { 'user-agent': userAgent } = headers
  return {
    id,
    ip,
    method: route.method,
    /** Only writes read it, as part of their idempotency fingerprint. */
    get url() {
      return urlOf(route, params, query)
    },
    headers: {
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    params,
    query,
    body,
  }
}

function partsOf(route: Route, input: object) {
  const params: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  const has = (schema: Route['query'], name: string) =>
    schema !== undefined && Object.hasOwn(schema.properties, name)
  for (const [name, value] of Object.entries(input)) {
    const part = has(route.params, name) ? params : has(route.query, name) ? query : body
    part[name] = value
  }
  return { params, query, body }
}
