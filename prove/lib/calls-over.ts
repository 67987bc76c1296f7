/** Calls A2A operations over any binding; returns result and status as HTTP+JSON would. */
import { errorKinds, type ErrorKindName } from 'souk-contract'
import { call, injectRequest, type Souk } from '../../server/test/fixtures/harness.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { routes, type CallOptions, type CallResult } from '../../server/test/fixtures/operations.ts'
import { jsonRpcCalls, type JsonRpcCall } from '../../server/test/fixtures/a2a/json-rpc-calls.ts'

export const bindings = ['HTTP+JSON', 'JSONRPC', 'JSONRPC 0.3'] as const
export type Binding = (typeof bindings)[number]

/** An operation that the binding does not have is called over HTTP+JSON. */
export function callsOver({ app }: Pick<Souk, 'app'>, binding: Binding): Souk['call'] {
  return (operation, input, options = {}) => {
    const fields = { ...input }
    const request = jsonRpcCalls(operation, fields).find((candidate) => candidate.binding === binding)
    return request === undefined
      ? call(app, operation, fields, options)
      : callByRpc(app, operation, request, options)
  }
}

async function callByRpc<Data>(
  app: Souk['app'],
  operation: string,
  { url, body: payload }: JsonRpcCall,
  { as = '' }: CallOptions,
): Promise<CallResult<Data>> {
  const route = routes[operation] ?? fail(`no operation ${operation}`)
  const headers = { authorization: `Bearer ${as}`, 'a2a-version': '1.0' }
  const response = await injectRequest(app, { ...route, method: 'POST' }, { url, payload, headers })
  const kind = response.headers['x-error-kind']
  const body = JSON.parse(response.body)
  // A2A 1.0 returns the task or message in a field named after its kind; 0.3 returns it bare, with the kind in `kind`.
  const wrapped = payload.method === 'message/send' ? { result: { [body.result?.kind]: body.result } } : body
  return {
    status: isErrorKind(kind) ? errorKinds[kind].status : response.statusCode,
    headers: response.headers,
    body,
    bytes: response.rawPayload,
    get data(): Data {
      if (body.error !== undefined) fail(`${payload.method} returned ${response.body.slice(0, 300)}`)
      return wrapped.result
    },
  }
}

function isErrorKind(name: unknown): name is ErrorKindName {
  return typeof name === 'string' && Object.hasOwn(errorKinds, name)
}
