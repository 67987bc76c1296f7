import { errorKinds, type ErrorKindName } from './errors.ts'
import type { JsonSchema } from './openapi/document.ts'
import type { Surface } from './route.ts'

/** What a refusal looks like on each surface. */
export const errorBodies = {
  platform: {
    type: 'object',
    title: 'PlatformError',
    description: 'How platform routes refuse.',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', const: false },
      error: { type: 'string', description: 'What is so, for people.' },
      hint: { type: 'string', description: 'What to do next.' },
    },
  },
  a2a: {
    type: 'object',
    title: 'Problem',
    description: 'How A2A routes refuse: a problem detail that also carries a google.rpc.Status.',
    required: ['type', 'title', 'status', 'detail', 'error'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'Ends with the kind of the error.' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What is so, for people.' },
      error: {
        type: 'object',
        required: ['code', 'status', 'message', 'details'],
        properties: {
          code: { type: 'integer', description: 'The HTTP status.' },
          status: { type: 'string', description: 'The name of the google.rpc code.' },
          message: { type: 'string' },
          details: {
            type: 'array',
            description: 'Begins with a google.rpc.ErrorInfo, whose `reason` is for programs.',
            items: { type: 'object', required: ['@type'], properties: { '@type': { type: 'string' } } },
          },
        },
      },
    },
  },
} satisfies Record<Surface, JsonSchema>

export interface Refusal {
  readonly surface: Surface
  readonly kind: ErrorKindName
  /** The address of the API, without a slash at the end. */
  readonly baseUrl: string
  /** What is so; the title of the kind when nothing better is known. */
  readonly detail?: string
  /** What to do next; the advice of the kind when nothing better is known. */
  readonly hint?: string | undefined
}

/** The body of a refusal: the platform's envelope, or problem details and google.rpc.Status in one object. */
export function errorBody({
  surface,
  kind,
  baseUrl,
  detail = errorKinds[kind].title,
  hint,
}: Refusal): object {
  const { status, title, rpc, reason, advice } = errorKinds[kind]
  if (surface === 'platform') return { success: false, error: detail, hint: hint ?? advice }
  const message = hint === undefined ? detail : `${detail} ${hint}`
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata: {},
  }
  return {
    type: `${baseUrl}/problems/${kind}`,
    title,
    status,
    detail: message,
    error: { code: status, status: rpc, message, details: [info] },
  }
}
