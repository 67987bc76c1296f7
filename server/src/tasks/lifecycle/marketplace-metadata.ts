import { marketplaceExtension, type MetadataInput, type Words } from 'souk-contract'
import { fail } from '../../failure.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'

const names = [
  'title', 'terms', 'state', 'reply', 'intent', 'action', 'expectedVersion', 'artifacts', 'claim',
] as const // prettier-ignore

/** A message can have one of these at most, because each of them selects the action. */
const actionFields = ['state', 'reply', 'intent', 'action'] as const

interface MessageRequest {
  readonly message: { readonly metadata?: MetadataInput }
  readonly metadata?: MetadataInput
}

/** Marketplace metadata of a call, merged from its message and the request. */
export function directivesOf({ message, metadata }: MessageRequest): Words {
  const [inMessage, inRequest] = [message.metadata, metadata].map(
    (container) => container?.[marketplaceExtension] ?? {},
  )
  const directives = { ...inRequest, ...inMessage }
  for (const name of names) requireSame(name, inMessage?.[name], inRequest?.[name])
  if (actionFields.filter((name) => directives[name] !== undefined).length > 1) {
    fail(
      'bad-request',
      'A message must have at most one of "state", "reply", "intent" and "action".',
      'Remove one of them, or send two messages.',
    )
  }
  return directives
}

function requireSame(name: string, inMessage: unknown, inRequest: unknown): void {
  if (inMessage === undefined || inRequest === undefined) return
  if (canonicalJson(inMessage) === canonicalJson(inRequest)) return
  fail(
    'bad-request',
    `"${name}" differs between the metadata of the message and of the request.`,
    `Set "${name}" in only one of them.`,
  )
}
