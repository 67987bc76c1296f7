/** One JSON-RPC message of a client, and the version it is in. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  codes,
  isRecord,
  legacyVersions,
  metaKeys,
  modernVersion,
  ProtocolError,
  recordAt,
  supportedVersions,
  type Era,
} from './protocol.ts'

export type MessageId = string | number

export interface McpMessage {
  readonly era: Era
  /** Undefined for a notification. */
  readonly id: MessageId | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** Capabilities that the client declared for this request. */
  readonly capabilities: Readonly<Record<string, unknown>>
}

const idCharactersMax = 256
/** Requests whose name is repeated in a header, and the parameter with the name. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}
/** Extensions may leave the header out. */
const nameRequired: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** The id of a request, even of an invalid one. */
export function messageId(body: unknown): MessageId | undefined {
  const id = isRecord(body) ? body['id'] : undefined
  return isMessageId(id) ? id : undefined
}

function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string' ? value.length <= idCharactersMax : Number.isSafeInteger(value)
}

/** Reads a message, or refuses it with the errors that the specification prescribes. */
export function readMessage(body: unknown, headers: IncomingHttpHeaders): McpMessage {
  if (Array.isArray(body)) invalid('Batches are not supported; send one message per request.')
  if (!isRecord(body) || body['jsonrpc'] !== '2.0') return invalid('The body must be a JSON-RPC 2.0 message.')
  const { method, params = {}, id } = body
  if (typeof method !== 'string') return invalid('"method" must be a string.')
  if (id !== undefined && !isMessageId(id)) {
    return invalid(`"id" must be an integer or a string of at most ${idCharactersMax} characters.`)
  }
  if (!isRecord(params))
    throw new ProtocolError(codes.invalidParams, '"params" must be an object.', { status: 400 })
  const message = { id, method, params }
  const version = headerText(headers, 'mcp-protocol-version')
  const declared = recordAt(params, '_meta')[metaKeys.version]
  const isLegacy = declared === undefined && (version === undefined || isLegacyVersion(version))
  if (id === undefined || isLegacy)
    return { ...message, era: isLegacy ? 'legacy' : 'modern', capabilities: {} }
  requireVersion(version, declared)
  const capabilities = recordAt(params, '_meta')[metaKeys.capabilities]
  if (!isRecord(capabilities)) missingMeta(metaKeys.capabilities)
  requireHeaders(message, headers)
  return { ...message, era: 'modern', capabilities: recordAt(capabilities) }
}

function invalid(message: string): never {
  throw new ProtocolError(codes.invalidRequest, message, { status: 400 })
}

function missingMeta(key: string): never {
  throw new ProtocolError(codes.invalidParams, `"_meta" must have "${key}".`, { status: 400 })
}

function isLegacyVersion(version: string): boolean {
  return legacyVersions.some((known) => known === version)
}

function requireVersion(version: string | undefined, declared: unknown): void {
  if (version !== undefined && version !== modernVersion && declared === undefined) unsupported(version)
  if (typeof declared !== 'string') missingMeta(metaKeys.version)
  if (version !== declared) mismatch('MCP-Protocol-Version', metaKeys.version)
  if (version !== modernVersion) unsupported(version)
}

function unsupported(requested: string): never {
  throw new ProtocolError(codes.unsupportedVersion, 'Unsupported protocol version.', {
    status: 400,
    data: { supported: supportedVersions, requested: requested.slice(0, 100) },
  })
}

function requireHeaders(
  { method, params }: Pick<McpMessage, 'method' | 'params'>,
  headers: IncomingHttpHeaders,
): void {
  if (headerText(headers, 'mcp-method') !== method) mismatch('Mcp-Method', 'method')
  const field = namedBy[method]
  if (field === undefined) return
  const name = headerText(headers, 'mcp-name')
  if (name === undefined && !nameRequired.has(method)) return
  if (name === undefined || decoded(name) !== params[field]) mismatch('Mcp-Name', `params.${field}`)
}

function mismatch(header: string, field: string): never {
  const message = `Header mismatch: the header ${header} must equal ${field} of the body.`
  throw new ProtocolError(codes.headerMismatch, message, { status: 400 })
}

const sentinel = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

/** Names that headers cannot carry are sent in base64. */
function decoded(value: string): string {
  const [, base64] = sentinel.exec(value) ?? []
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8')
}

function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}
