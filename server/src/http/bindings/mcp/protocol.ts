/** Constants of the Model Context Protocol. */
export const modernVersion = '2026-07-28'
/** Versions that start with a handshake, newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18'] as const
export const supportedVersions = [modernVersion, ...legacyVersions]

export type Era = 'modern' | 'legacy'

export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

export const extensions = {
  tasks: 'io.modelcontextprotocol/tasks',
  ui: 'io.modelcontextprotocol/ui',
} as const

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Only before 2026-07-28. */
  resourceNotFound: -32002,
} as const

/** An error of the protocol itself. Refusals of tools are results instead, so that models can read them. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: object | undefined

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: object } = {},
  ) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
    this.status = status
    this.data = data
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object at a path of keys; empty if there is none. */
export function recordAt(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> {
  const found = keys.reduce<unknown>(
    (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  )
  return isRecord(found) ? found : {}
}

export function invalidParams(message: string, status = 200): never {
  throw new ProtocolError(codes.invalidParams, message, { status })
}
