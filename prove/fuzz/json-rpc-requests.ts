/** Requests over JSON-RPC that stand for the same call as a request over HTTP+JSON. */
import { jsonRpcCalls } from '../../server/test/fixtures/a2a/json-rpc-calls.ts'
import type { RequestDraft } from './requests.ts'

/** One request for each version of A2A; none for an operation that JSON-RPC does not have. */
export function overJsonRpc(draft: RequestDraft): RequestDraft[] {
  return jsonRpcCalls(draft.operation.id, inputOf(draft)).map(({ url, body }) => ({
    ...draft,
    operation: {
      ...draft.operation,
      id: body.method,
      method: 'POST',
      path: url.replace(/[^/]+$/, '{name}'),
    },
    method: 'POST',
    path: url,
    headers: [
      ...draft.headers.filter(([name]) => name !== 'Content-Type'),
      ['Content-Type', 'application/json'],
    ],
    value: body,
    body: Buffer.from(JSON.stringify(body)),
  }))
}

/** Parameters of the path, the query and the body in one object, as `jsonRpcCalls` expects them. */
function inputOf({ operation, path, value }: RequestDraft): Record<string, unknown> {
  const [pathname = '', search = ''] = path.split('?')
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/:]+)')}$`)
  const values = pattern.exec(pathname)?.slice(1) ?? []
  return {
    ...Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    ...Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, parsed(text)])),
    ...Object(value),
  }
}

/** Query parameters are text; parameters of a method have their own types. */
function parsed(text: string): unknown {
  return /^(?:true|false|-?\d{1,15})$/.test(text) ? JSON.parse(text) : text
}
