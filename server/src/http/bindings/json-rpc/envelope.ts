import { fail } from '../../../failure.ts'

export type RequestId = string | number | null

interface RpcRequest {
  readonly id: RequestId
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Every event of a stream repeats the id. */
const idCharactersMax = 256

/** The id of a request, even of an invalid one; null if the response cannot repeat it. */
export function requestId(body: unknown): RequestId {
  const id = isRecord(body) ? body['id'] : null
  return isRequestId(id) ? id : null
}

/** Why a body is not a JSON-RPC request; undefined for a valid one. */
export function envelopeError(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'Batches are not supported; send one request per call.'
  if (!isRecord(body)) return 'The body must be a JSON-RPC request object.'
  if (body['jsonrpc'] !== '2.0') return '"jsonrpc" must be "2.0".'
  if (typeof body['method'] !== 'string') return '"method" must be a string.'
  // A notification gets no response, so its sender could not learn of a task that it has started and pays for.
  if (body['id'] === undefined) return '"id" is required: notifications are not supported.'
  if (!isRequestId(body['id'])) {
    return `"id" must be an integer, null or a string of at most ${idCharactersMax} characters.`
  }
  return undefined
}

/** Reads a request whose envelope was checked. */
export function readRequest(body: unknown): RpcRequest {
  const { method, params = {} } = isRecord(body) ? body : {}
  if (!isRecord(params)) {
    return fail('bad-request', '"params" must be an object.', 'Send the parameters by name.')
  }
  return { id: requestId(body), method: String(method), params }
}

export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export function errorText(id: RequestId, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

function isRequestId(value: unknown): value is RequestId {
  if (typeof value === 'string') return value.length <= idCharactersMax
  return value === null || Number.isSafeInteger(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
