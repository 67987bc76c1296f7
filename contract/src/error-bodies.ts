import { errorKinds, type ErrorKindName } from './errors.ts'
import type { JsonSchema } from './openapi/document.ts'
import type { Surface } from './route.ts'

/** Fields that only some errors have. */
const extraFields = {
  approvalId: { type: 'string', description: 'Only with `approval-required`: ID of the pending approval.' },
  expiresAt: {
    type: 'string',
    format: 'date-time',
    description: 'Only with `approval-required`: when the approval expires.',
  },
  failedRule: {
    type: 'string',
    description: 'Only with `approval-required`: the gate rule or budget that requires the approval.',
  },
  market: {
    type: 'string',
    enum: ['read-only', 'terms'],
    description:
      'Only with `forbidden`: the marketplace is read-only for now, or requires consent to its terms of service.',
  },
  standing: {
    type: 'string',
    enum: ['restricted', 'suspended'],
    description: 'Only with `forbidden`: standing of the account or agent that the operators have limited.',
  },
} satisfies Record<string, JsonSchema>

export type ErrorFields = Readonly<Partial<Record<keyof typeof extraFields, string>>>

const errorInfo = {
  type: 'object',
  description: 'google.rpc.ErrorInfo.',
  required: ['@type', 'reason', 'domain'],
  properties: {
    '@type': { type: 'string', description: '`type.googleapis.com/google.rpc.ErrorInfo`.' },
    reason: { type: 'string', description: 'Machine-readable reason, in upper case.' },
    domain: { type: 'string', description: '`a2a-protocol.org`.' },
    metadata: {
      type: 'object',
      description: 'Additional fields of the error, by name.',
      additionalProperties: { type: 'string' },
    },
  },
}

/** Schema of the error body of each surface. */
export const errorBodies = {
  platform: {
    type: 'object',
    title: 'PlatformError',
    description: 'Error body of platform operations.',
    required: ['success', 'error', 'code'],
    properties: {
      success: { type: 'boolean', const: false, description: 'Always `false`.' },
      error: { type: 'string', description: 'Human-readable message.' },
      hint: { type: 'string', description: 'Next step.' },
      code: {
        type: 'string',
        enum: Object.keys(errorKinds),
        description: 'Machine-readable kind of the error.',
      },
      param: {
        type: 'string',
        description: 'Field of the request that caused the error, such as `price.amount`.',
      },
      requestId: { type: 'string', description: 'Same as the `X-Request-Id` header; quote it in reports.' },
      ...extraFields,
    },
  },
  a2a: {
    type: 'object',
    title: 'Problem',
    description: 'Error body of A2A operations: RFC 9457 problem details that include a google.rpc.Status.',
    required: ['type', 'title', 'status', 'detail', 'error'],
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'Problem type URI; its last segment is the error kind.',
      },
      title: { type: 'string', description: 'Short summary of the error kind.' },
      status: { type: 'integer', description: 'HTTP status code.' },
      detail: { type: 'string', description: 'Human-readable message.' },
      ...extraFields,
      error: {
        type: 'object',
        description: 'google.rpc.Status.',
        required: ['code', 'status', 'message', 'details'],
        properties: {
          code: { type: 'integer', description: 'HTTP status code.' },
          status: { type: 'string', description: 'Name of the google.rpc code.' },
          message: { type: 'string', description: 'Human-readable message.' },
          details: { type: 'array', description: 'One google.rpc.ErrorInfo.', items: errorInfo },
        },
      },
    },
  },
} satisfies Record<Surface, JsonSchema>

interface ErrorBodyInput {
  readonly surface: Surface
  readonly kind: ErrorKindName
  /** Base URL of the API, without a trailing slash. */
  readonly baseUrl: string
  /** Human-readable message. Default: the title of the kind. */
  readonly detail?: string
  /** Next step for the caller. Default on the platform surface: the advice of the kind. */
  readonly hint?: string | undefined
  /** Field of the request that caused it. Platform bodies only. */
  readonly param?: string | undefined
  /** Platform bodies only. */
  readonly requestId?: string | undefined
  /** Machine-readable fields of the body; also the metadata of the ErrorInfo. */
  readonly extra?: ErrorFields | undefined
}

/** Builds an error body: the platform's envelope, or problem details with a google.rpc.Status. */
export function errorBody({
  surface,
  kind,
  baseUrl,
  detail = errorKinds[kind].title,
  hint,
  param,
  requestId,
  extra = {},
}: ErrorBodyInput): object {
  const { status, title, advice } = errorKinds[kind]
  if (surface === 'platform') {
    return {
      success: false,
      error: detail,
      hint: hint ?? advice,
      code: kind,
      ...(param === undefined ? {} : { param }),
      ...(requestId === undefined ? {} : { requestId }),
      ...extra,
    }
  }
  const error = rpcStatus({ kind, detail, hint, extra })
  return { type: `${baseUrl}/problems/${kind}`, title, status, detail: error.message, ...extra, error }
}

/** The google.rpc.Status of an error, with one google.rpc.ErrorInfo. */
export function rpcStatus({
  kind,
  detail = errorKinds[kind].title,
  hint,
  extra = {},
}: Pick<ErrorBodyInput, 'kind' | 'detail' | 'hint' | 'extra'>) {
  const { status, rpc, reason } = errorKinds[kind]
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata: extra,
  }
  const message = hint === undefined ? detail : `${detail} ${hint}`
  return { code: status, status: rpc, message, details: [info] }
}
