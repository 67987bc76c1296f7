import type { Artifact, Message, Origin, Part, SentArtifact, SentMessage } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireHttpUrl } from '../../lib/http-url.ts'
import { newId } from '../../lib/ids.ts'
import { markParts } from './message-provenance.ts'

/** Who speaks: decided by the side of the caller, whatever the message says. */
export type Side = 'client' | 'provider'

const contents = ['text', 'raw', 'url', 'data'] as const
const base64 = /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/

/**
 * Parts with the fields A2A knows and no other: official clients refuse to read answers that hold more.
 */
export function readParts(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const held = contents.filter((content) => part[content] !== undefined)
    if (held.length !== 1) {
      fail(
        'bad-request',
        `Part ${index + 1} must hold exactly one of "text", "raw", "url" and "data".`,
        'Send several parts for several contents.',
      )
    }
    if (part.raw !== undefined && !base64.test(part.raw)) {
      fail('bad-request', `"raw" of part ${index + 1} is not base64.`, 'Encode the bytes as base64.')
    }
    if (part.url !== undefined) requireHttpUrl(`"url" of part ${index + 1}`, part.url)
    return present({
      text: part.text,
      raw: part.raw === undefined ? undefined : plainBase64(part.raw),
      url: part.url,
      data: part.data,
      filename: part.filename,
      mediaType: part.mediaType,
      metadata: part.metadata,
    })
  })
}

/** Some clients read only the usual alphabet with its padding, whatever others may send. */
function plainBase64(text: string): string {
  return text.length % 4 === 0 && !/[_-]/.test(text) ? text : Buffer.from(text, 'base64').toString('base64')
}

export interface Addressed {
  readonly messageId: string
  readonly taskId: string
  readonly contextId: string
  readonly origin: Origin
}

/** A message as it is kept and shown. */
export function readMessage(sent: SentMessage, side: Side, to: Addressed): Message {
  requireOwnRole(sent.role, side)
  const { metadata, extensions, referenceTaskIds } = sent
  return {
    messageId: sent.messageId === undefined || sent.messageId === '' ? to.messageId : sent.messageId,
    contextId: to.contextId,
    taskId: to.taskId,
    role: side === 'client' ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: markParts(readParts(sent.parts), to.origin),
    ...present({ metadata, extensions, referenceTaskIds }),
  }
}

const agentRole = /^(role_)?agent$/i
const anyRole = /^((role_)?(agent|user)|role_unspecified|)$/i

/** A provider speaks as the agent even when it says `user`; a client never does. */
function requireOwnRole(role: string | number | undefined, side: Side): void {
  const known = role === undefined || (typeof role === 'number' ? role >= 0 && role <= 2 : anyRole.test(role))
  if (!known) fail('bad-request', '"message.role" is not a role of A2A.', 'Send "ROLE_USER" or "user".')
  const claimsAgent = role === 2 || (typeof role === 'string' && agentRole.test(role))
  if (claimsAgent && side === 'client') {
    fail('bad-request', 'Only the provider of a task speaks as the agent.', 'Send the role "user".')
  }
}

/** An artifact as it is kept and shown. */
export function readArtifact(
  sent: SentArtifact,
  { artifactId, origin }: { readonly artifactId: string; readonly origin: Origin },
): Artifact {
  const { name, description, metadata, extensions } = sent
  return {
    artifactId: sent.artifactId ?? artifactId,
    ...present({ name, description }),
    parts: markParts(readParts(sent.parts), origin),
    ...present({ metadata, extensions }),
  }
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that are there, so that nothing is sent as null or left over as undefined. */
function present<T extends object>(fields: T): Present<T>
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

interface Speech<Sent> {
  readonly message: Sent
  readonly side: Side
  readonly origin: Origin
}

/** What is said to a task. */
export function messageTo(
  task: { readonly id: string; readonly context_id: string },
  { now }: { readonly now: Date },
  { message, side, origin }: Speech<SentMessage>,
): Message {
  return readMessage(message, side, {
    messageId: newId('msg', now),
    taskId: task.id,
    contextId: task.context_id,
    origin,
  })
}

/** What may be said along with an action. */
export function noteOf(
  at: { readonly now: Date },
  { message, ...speech }: Speech<SentMessage | undefined>,
  task: { readonly id: string; readonly context_id: string },
): Message | undefined {
  return message === undefined ? undefined : messageTo(task, at, { message, ...speech })
}
