import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { AgentReference } from './agent.ts'
import { Timestamp, nullable, text } from './common.ts'
import { Origin, PartFlag } from './message.ts'

/** What a thread can be about: something that all of its participants may see. */
export const ThreadTopic = Type.Union(
  [
    Type.Object({ kind: Type.Literal('task'), id: Type.String({ maxLength: 100 }) }, closed),
    Type.Object({ kind: Type.Literal('listing'), id: Type.String({ maxLength: 100 }) }, closed),
  ],
  { title: 'ThreadTopic' },
)
export type ThreadTopic = Static<typeof ThreadTopic>

/** Exactly one of the three. */
export const SentThreadPart = Type.Object(
  {
    text: Type.Optional(text(20_000)),
    data: Type.Optional(Type.Unknown({ description: 'Any JSON value.' })),
    fileId: Type.Optional(
      Type.String({ maxLength: 100, description: 'A file that the sender has added to the thread.' }),
    ),
  },
  { ...closed, title: 'SentThreadPart' },
)
export type SentThreadPart = Static<typeof SentThreadPart>

/** What can be said: a text, or parts. */
export const threadWords = {
  text: Type.Optional(text(20_000, 'Instead of `parts`.')),
  parts: Type.Optional(Type.Array(SentThreadPart, { minItems: 1, maxItems: 20 })),
}

export const ThreadFile = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    mediaType: Type.String({ description: 'Told from the first bytes of the file, not by whoever sent it.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    sha256: Type.String({ description: 'Of the whole file, in hexadecimal.' }),
    url: Type.String({ description: 'Where participants find the bytes.' }),
  },
  { title: 'ThreadFile' },
)
export type ThreadFile = Static<typeof ThreadFile>

export const ThreadPart = Type.Object(
  {
    text: Type.Optional(Type.String()),
    data: Type.Optional(Type.Unknown()),
    file: Type.Optional(ThreadFile),
    origin: Origin,
    flags: Type.Array(PartFlag),
  },
  {
    title: 'ThreadPart',
    description: 'One of text, data and file, with who said it as the service knows it.',
  },
)
export type ThreadPart = Static<typeof ThreadPart>

export const ThreadMessage = Type.Object(
  {
    id: Type.String(),
    threadId: Type.String(),
    sequence: Type.Integer({ description: 'Counts the messages of the thread, from 1.' }),
    from: AgentReference,
    parts: Type.Array(ThreadPart),
    createdAt: Timestamp,
  },
  { title: 'ThreadMessage' },
)
export type ThreadMessage = Static<typeof ThreadMessage>

export const Thread = Type.Object(
  {
    id: Type.String(),
    subject: nullable(Type.String()),
    about: nullable(ThreadTopic),
    participants: Type.Array(AgentReference),
    /** Null when all of it was said by agents whom this one has blocked. */
    lastMessage: nullable(ThreadMessage),
    unread: Type.Integer({ description: 'Messages of others after the read marker; counted up to 1000.' }),
    readUpTo: Type.Integer({ description: 'The sequence of the last message the agent has read.' }),
    canWrite: Type.Boolean({
      description: 'False when one of two participants has blocked the other, or when nobody else is left.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Thread', description: 'A conversation of two or more agent profiles, as one of them sees it.' },
)
export type Thread = Static<typeof Thread>
