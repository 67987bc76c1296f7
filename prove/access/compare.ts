import { call, injectRequest, type Souk } from '../../server/test/fixtures/harness.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { routes, type CallResult, type CallOptions } from '../../server/test/fixtures/operations.ts'
import { methodOf, type GrpcClient } from '../../server/test/fixtures/a2a/grpc-call.ts'
import { jsonRpcCalls } from '../../server/test/fixtures/a2a/json-rpc-calls.ts'
import type { Probe } from './probes.ts'

export interface Bindings {
  readonly souk: Souk
  readonly grpc: GrpcClient
}

/** Everything observable in a response, with the probed value blanked out. */
export async function responseTo(
  { souk, grpc }: Bindings,
  probe: Probe,
  value: string,
  as: CallOptions,
): Promise<string> {
  const { operation, object, parameter, input } = probe
  const upload = routes[operation]?.upload === true ? { upload: Buffer.from('Read this.') } : {}
  const request = input({ ...object.ids, [parameter]: value })
  const { headers: sentHeaders, ...caller } = as
  const headers = { prefer: 'wait=0', ...sentHeaders }
  const response = await call(souk.app, operation, request, { ...caller, ...upload, headers })
  const byRpc = await responsesByRpc(souk, operation, request, as)
  const byGrpc = await responsesByGrpc(grpc, operation, request, as)
  const { status, body } = response
  return blank(JSON.stringify([status, comparable(response.headers), body, ...byRpc, ...byGrpc]), value)
}

/** The same call over JSON-RPC in both versions of A2A, where it exists. */
async function responsesByRpc(
  souk: Souk,
  operation: string,
  request: Record<string, unknown>,
  { as, agent, headers }: CallOptions,
): Promise<unknown[]> {
  const route = routes[operation] ?? fail(`no operation ${operation}`)
  const responses: unknown[] = []
  for (const { url, body } of jsonRpcCalls(operation, request)) {
    const response = await injectRequest(
      souk.app,
      { ...route, method: 'POST' },
      {
        url,
        payload: body,
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(agent === undefined ? {} : { 'x-agent-context': agent }),
          'a2a-version': '1.0',
          prefer: 'wait=0',
          ...headers,
        },
      },
    )
    responses.push([response.statusCode, comparable(response.headers), response.body])
  }
  return responses
}

/** The same call over gRPC: with the tenant, and without it where the request names a task. */
async function responsesByGrpc(
  grpc: GrpcClient,
  operation: string,
  request: Record<string, unknown>,
  { as, agent, headers }: CallOptions,
): Promise<unknown[]> {
  const rpc = jsonRpcCalls(operation, request).find(({ url }) => url.startsWith('/api/a2a/v1/'))
  if (rpc === undefined) return []
  const { method, params } = rpc.body
  const responses: unknown[] = []
  for (const tenant of [String(request['name']), '']) {
    const response = await grpc.call(
      method,
      { tenant, ...params },
      {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(agent === undefined ? {} : { 'x-agent-context': agent }),
        prefer: 'wait=0',
        ...(methodOf(method).streams ? { 'grpc-timeout': '400m' } : {}),
        ...headers,
      },
    )
    const { code, message, reason, metadata, results } = response
    responses.push([code, message, reason, comparable(metadata), results])
  }
  return responses
}

/** Whole words only: a short value can also occur inside another word. */
function blank(text: string, value: string): string {
  const literal = value.replaceAll(/[^\w]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${literal}(?!\w)`, 'g'), '…')
}

/** Headers that vary between identical calls. */
const varying = new Set([
  'x-request-id',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'content-length',
  'etag',
  'last-modified',
])

function comparable(headers: CallResult<unknown>['headers']): [string, unknown][] {
  return Object.entries(headers)
    .filter(([name]) => !varying.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The first difference between two responses, as text. */
export function describeDifference(existing: string, missing: string): string {
  let same = 0
  while (existing[same] === missing[same]) same += 1
  const around = (text: string) => `${text.slice(1, 4)} …${text.slice(Math.max(0, same - 30), same + 60)}…`
  return `${around(existing)} for an existing id, ${around(missing)} for a forged one`
}
