import { marketplaceExtension, type SentMetadata, type Words } from 'souk-contract'
import { fail } from '../../failure.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'

const names = ['terms', 'state', 'reply'] as const

/** At most one of these per message, because each of them moves the task. */
const steering = ['state', 'reply'] as const

interface Sent {
  readonly message: { readonly metadata?: SentMetadata }
  readonly metadata?: SentMetadata
}

/** Marketplace members of a call: those of its message and those of the request itself. */
export function wordsOf({ message, metadata }: Sent): Words {
  const [inMessage, inRequest] = [message.metadata, metadata].map(
    (held) => held?.[marketplaceExtension] ?? {},
  )
  const words = { ...inRequest, ...inMessage }
  for (const name of names) requireSame(name, inMessage?.[name], inRequest?.[name])
  if (steering.every((name) => words[name] !== undefined)) {
    fail(
      'bad-request',
      'A message carries at most one of "state" and "reply".',
      'Send one message for each, or leave one of them out.',
    )
  }
  return words
}

function requireSame(name: string, inMessage: unknown, inRequest: unknown): void {
  if (inMessage === undefined || inRequest === undefined) return
  if (canonicalJson(inMessage) === canonicalJson(inRequest)) return
  fail(
    'bad-request',
    `"${name}" differs between the metadata of the message and of the request.`,
    `Send "${name}" in one of them.`,
  )
}
