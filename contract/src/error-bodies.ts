import { errorKinds, type ErrorKindName } from './errors.ts'
import type { JsonSchema } from './openapi/document.ts'
import type { Surface } from './route.ts'

/** What `approval-required` says more. */
const approvalFacts = {
  approvalId: { type: 'string', description: 'Only with `approval-required`: what a person decides about.' },
  expiresAt: { type: 'string', format: 'date-time', description: 'Only with `approval-required`.' },
  failedRule: { type: 'string', description: 'Only with `approval-required`: the rule that asks for it.' },
}

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
      ...approvalFacts,
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
      ...approvalFacts,
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
  /** What programs need to go on; also the metadata of the ErrorInfo. */
  readonly extra?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal: the platform's envelope, or problem details and google.rpc.Status in one object. */
export function errorBody({
  surface,
  kind,
  baseUrl,
  detail = errorKinds[kind].title,
  hint,
  extra = {},
}: Refusal): object {
  const { status, title, rpc, reason, advice } = errorKinds[kind]
  if (surface === 'platform') return { success: false, error: detail, hint: hint ?? advice, ...extra }
  const message = hint === undefined ? detail : `${detail} ${hint}`
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata: extra,
  }
  return {
    type: `${baseUrl}/problems/${kind}`,
    title,
    status,
    detail: message,
    ...extra,
    error: { code: status, status: rpc, message, details: [info] },
  }
}
