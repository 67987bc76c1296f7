import type { Artifact, Message, Origin, Part, ArtifactInput, MessageInput } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireHttpUrl } from '../../lib/http-url.ts'
import { newId } from '../../lib/ids.ts'
import type { Side } from '../lifecycle/task-row.ts'
import { markParts } from './message-provenance.ts'

const contents = ['text', 'raw', 'url', 'data'] as const
const base64 = /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/

/** Parts with only the fields of A2A: official clients reject responses with unknown fields. */
export function readParts(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const present = contents.filter((content) => part[content] !== undefined)
    if (present.length !== 1) {
      fail(
        'bad-request',
        `Part ${index + 1} must have exactly one of "text", "raw", "url" and "data".`,
        'Split it into several parts, or remove the other fields.',
      )
    }
    if (part.raw !== undefined && !base64.test(part.raw)) {
      fail('bad-request', `"raw" of part ${index + 1} must be base64.`, 'Encode the bytes as base64.')
    }
    if (part.url !== undefined) requireHttpUrl(`"url" of part ${index + 1}`, part.url)
    return definedFields({
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

/** Converts base64url and missing padding to standard base64, the only form that some clients read. */
function plainBase64(text: string): string {
  return text.length % 4 === 0 && !/[_-]/.test(text) ? text : Buffer.from(text, 'base64').toString('base64')
}

interface MessageAddress {
  readonly messageId: string
  readonly taskId: string
  readonly contextId: string
  readonly origin: Origin
}

/** A message in the form in which it is stored and returned. */
export function readMessage(sent: MessageInput, side: Side, to: MessageAddress): Message {
  requireOwnRole(sent.role, side)
  const { metadata, extensions, referenceTaskIds } = sent
  return {
    messageId: sent.messageId === undefined || sent.messageId === '' ? to.messageId : sent.messageId,
    contextId: to.contextId,
    taskId: to.taskId,
    role: side === 'client' ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: markParts(readParts(sent.parts), to.origin),
    ...definedFields({ metadata, extensions, referenceTaskIds }),
  }
}

const agentRole = /^(role_)?agent$/i
const anyRole = /^((role_)?(agent|user)|role_unspecified|)$/i

/** A provider may send the role `user`, which is stored as the agent role. A client must not send the agent role. */
function requireOwnRole(role: string | number | undefined, side: Side): void {
  const known = role === undefined || (typeof role === 'number' ? role >= 0 && role <= 2 : anyRole.test(role))
  if (!known) fail('bad-request', '"message.role" must be an A2A role.', 'Use "ROLE_USER".')
  const claimsAgent = role === 2 || (typeof role === 'string' && agentRole.test(role))
  if (claimsAgent && side === 'client') {
    fail('bad-request', 'Only the provider of a task can send the agent role.', 'Use "ROLE_USER".')
  }
}

/** An artifact in the form in which it is stored and returned. */
export function readArtifact(
  sent: ArtifactInput,
  { artifactId, origin }: { readonly artifactId: string; readonly origin: Origin },
): Artifact {
  const { name, description, metadata, extensions } = sent
  return {
    artifactId: sent.artifactId ?? artifactId,
    ...definedFields({ name, description }),
    parts: markParts(readParts(sent.parts), origin),
    ...definedFields({ metadata, extensions }),
  }
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Removes undefined fields. */
function definedFields<T extends object>(fields: T): Present<T>
function definedFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

interface SentBy<Sent> {
  readonly message: Sent
  readonly side: Side
  readonly origin: Origin
}

/** A message to an existing task. */
export function messageTo(
  task: { readonly id: string; readonly context_id: string },
  { now }: { readonly now: Date },
  { message, side, origin }: SentBy<MessageInput>,
): Message {
  return readMessage(message, side, {
    messageId: newId('msg', now),
    taskId: task.id,
    contextId: task.context_id,
    origin,
  })
}

/** The optional message of an action. */
export function noteOf(
  at: { readonly now: Date },
  { message, ...speech }: SentBy<MessageInput | undefined>,
  task: { readonly id: string; readonly context_id: string },
): Message | undefined {
  return message === undefined ? undefined : messageTo(task, at, { message, ...speech })
}
