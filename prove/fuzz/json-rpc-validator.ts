/** Validates responses over JSON-RPC: the envelope by its specification, results by the schema of the operation. */
import { methodsV1 } from '../../server/src/http/bindings/json-rpc/methods-v1.ts'
import { bodyBytesMax } from '../../server/src/rate-limit/policies.ts'
import { escaped, type Operation } from './openapi-document.ts'
import { isStream, type RawResponse } from './raw-http-client.ts'
import type { RequestDraft } from './requests.ts'

export const jsonRpcPath = /^\/api\/a2a\/v(?:1|0\.3)\/agents\/[^/]+\/?$/

interface Checks {
  readonly operations: readonly Operation[]
  validateSchema(pointer: string, value: unknown): string | undefined
}

interface RpcVerdict {
  /** The method that succeeded. */
  readonly succeeded: string | undefined
  readonly violation: string | undefined
}

/** Undefined for a response of the HTTP layer, which did not read the request as JSON-RPC. */
export function checkJsonRpc(
  draft: RequestDraft,
  answer: RawResponse,
  checks: Checks,
): RpcVerdict | undefined {
  const responses = responsesIn(answer)
  if (responses === undefined) return undefined
  const method = methodOf(draft)
  const violation = responses
    .map((response) => checkEnvelope(response, draft) ?? checkResult(response, method, answer, checks))
    .find(Boolean)
  const failed = responses.some((response) => 'error' in response)
  return { succeeded: failed ? undefined : method, violation: violation ?? checkStatus(answer) }
}

/** Every event of a stream is a whole response. */
function responsesIn(response: RawResponse): object[] | undefined {
  const text = response.body.toString('utf8')
  const texts = isStream(response)
    ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
    : [text.trim()]
  const values = texts.map(parse)
  return values.every(isResponse) ? values : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isResponse = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value

function methodOf({ body }: RequestDraft): string | undefined {
  const sent = parse(body?.toString('utf8') ?? '')
  return typeof sent === 'object' && sent !== null && 'method' in sent ? String(sent.method) : undefined
}

const codes = new Set([-32700, -32600, -32601, -32602, -32001, -32002, -32003, -32004, -32005, -32007, -32008, -32009]) // prettier-ignore

/** The server does not parse a body above its limit, so that the id stays unknown. */
const isReadable = ({ mutations, body }: RequestDraft) =>
  mutations.length === 0 && (body?.length ?? 0) <= bodyBytesMax

function checkEnvelope(response: object, draft: RequestDraft): string | undefined {
  const { jsonrpc, id, result, error, ...others }: Record<string, unknown> = { ...response }
  if (jsonrpc !== '2.0') return `jsonrpc is ${String(jsonrpc)}`
  if (isReadable(draft) && id !== 1) return `the id is ${JSON.stringify(id)} instead of 1`
  if (id !== null && !['string', 'number'].includes(typeof id)) return `the id is ${JSON.stringify(id)}`
  if (Object.keys(others).length > 0) return `unknown members ${Object.keys(others).join(', ')}`
  if ((result === undefined) === (error === undefined)) return 'not one of result and error'
  return error === undefined ? undefined : checkError(error)
}

function checkError(error: unknown): string | undefined {
  const { code, message, data }: Record<string, unknown> = Object(error)
  const [info]: unknown[] = Array.isArray(data) ? data : []
  const { '@type': type, reason, domain }: Record<string, unknown> = Object(info)
  if (!codes.has(Number(code))) return `the error code is ${String(code)}: ${JSON.stringify(error)}`
  if (typeof message !== 'string' || message === '') return 'an error without a message'
  const isInfo = type === 'type.googleapis.com/google.rpc.ErrorInfo' && typeof reason === 'string'
  return isInfo && typeof domain === 'string'
    ? undefined
    : `an error without ErrorInfo: ${JSON.stringify(error)}`
}

/** Kinds of results in A2A 0.3; null for a result without a kind. */
const kindsV03: Readonly<Record<string, readonly (string | null)[]>> = {
  'message/send': ['task', 'message'],
  'message/stream': ['task', 'message', 'status-update', 'artifact-update'],
  'tasks/get': ['task'],
  'tasks/cancel': ['task'],
  'tasks/resubscribe': ['task', 'message', 'status-update', 'artifact-update'],
  'tasks/pushNotificationConfig/set': [null],
  'tasks/pushNotificationConfig/get': [null],
  'tasks/pushNotificationConfig/list': [null],
  'tasks/pushNotificationConfig/delete': [null],
  'agent/getAuthenticatedExtendedCard': [null],
}

function checkResult(
  response: object,
  method: string | undefined,
  answer: RawResponse,
  { operations, validateSchema }: Checks,
): string | undefined {
  if (!('result' in response)) return undefined
  const { result } = response
  const operationId = methodsV1[method ?? '']?.operation
  if (operationId === undefined) {
    const { kind = null }: { kind?: string | null } = Object(result)
    const isKnown = kindsV03[method ?? '']?.includes(kind) === true
    return isKnown ? undefined : `the result of ${method ?? ''} has the kind ${kind ?? ''}`
  }
  const pointer = operations.find(({ id }) => id === operationId)?.pointer ?? ''
  const type = isStream(answer) ? 'text/event-stream' : 'application/json'
  const complaint = validateSchema(`${pointer}/responses/200/content/${escaped(type)}/schema`, result)
  return complaint === undefined ? undefined : `the result of ${method ?? ''} ${complaint}`
}

/** Kinds of errors that HTTP clients act on keep their status. */
const statuses = new Set([200, 401, 413, 415, 429, 503])

function checkStatus({ status, headers }: RawResponse): string | undefined {
  if (!statuses.has(status)) return `a JSON-RPC response with the status ${status}`
  return headers.has('x-request-id') ? undefined : 'a JSON-RPC response without X-Request-Id'
}
