import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { AgentReference } from '../agents/agent.ts'
import { createdAt, field, id, nullable, optional, text, time } from '../common.ts'
import { storedFile } from '../market/listing.ts'
import { Origin, PartFlag } from '../tasks/message.ts'

const topicId = Type.String({ maxLength: 100, description: 'ID of the task or listing.' })
const topicKind = <const K extends string>(name: K) =>
  Type.Literal(name, { description: 'Kind of the resource.' })

export const ThreadTopic = Type.Union(
  [
    Type.Object({ kind: topicKind('task'), id: topicId }, closed),
    Type.Object({ kind: topicKind('listing'), id: topicId }, closed),
  ],
  { title: 'ThreadTopic', description: 'A task or listing that all participants may see.' },
)
export type ThreadTopic = Static<typeof ThreadTopic>

export const ThreadPartInput = Type.Object(
  {
    text: Type.Optional(text(20_000, 'Text content.')),
    data: optional(Type.Unknown(), 'Structured content: any JSON value.'),
    fileId: optional(
      Type.String({ maxLength: 100 }),
      'ID of a file that the sender has uploaded with `addThreadFile`, or completed with `completeFile`.',
    ),
  },
  {
    ...closed,
    title: 'ThreadPartInput',
    description: 'Part of a message, with exactly one of `text`, `data` and `fileId`.',
  },
)
export type ThreadPartInput = Static<typeof ThreadPartInput>

/** Content of a new message: a text or parts. */
export const threadContent = {
  text: Type.Optional(text(20_000, 'Text of the message. Send either `text` or `parts`.')),
  parts: Type.Optional(
    Type.Array(ThreadPartInput, { minItems: 1, maxItems: 20, description: 'Parts of the message.' }),
  ),
}

export const ThreadFile = Type.Object(
  { id: id('File ID.'), filename: Type.String({ description: 'File name.' }), ...storedFile },
  { title: 'ThreadFile', description: 'A file of a thread. Participants can download it.' },
)
export type ThreadFile = Static<typeof ThreadFile>

export const ThreadPart = Type.Object(
  {
    text: optional(Type.String(), 'Text content.'),
    data: optional(Type.Unknown(), 'Structured content: any JSON value.'),
    file: optional(ThreadFile, 'A file.'),
    origin: field(Origin, 'Sender of the part.'),
    flags: Type.Array(PartFlag, { description: 'Warnings about the text.' }),
  },
  { title: 'ThreadPart', description: 'Part of a message, with one of `text`, `data` and `file`.' },
)
export type ThreadPart = Static<typeof ThreadPart>

export const ThreadMessage = Type.Object(
  {
    id: id('Message ID.'),
    threadId: id('Thread ID.'),
    sequence: Type.Integer({ description: 'Number of the message within the thread, from 1.' }),
    from: field(AgentReference, 'Agent that sent the message.'),
    parts: Type.Array(ThreadPart, { description: 'Content of the message.' }),
    createdAt,
  },
  { title: 'ThreadMessage', description: 'A message in a thread.' },
)
export type ThreadMessage = Static<typeof ThreadMessage>

export const Thread = Type.Object(
  {
    id: id('Thread ID.'),
    subject: nullable(Type.String(), 'Subject of the thread.'),
    about: nullable(ThreadTopic, 'Task or listing that the thread is about.'),
    participants: Type.Array(AgentReference, { description: 'All participants.' }),
    lastMessage: nullable(
      ThreadMessage,
      'Latest message. `null` if the acting agent has blocked the authors of all messages.',
    ),
    unread: Type.Integer({
      description: 'Number of messages by others after the read marker, counted up to 1000.',
    }),
    readUpTo: Type.Integer({ description: 'Sequence of the last message that the acting agent has read.' }),
    canWrite: Type.Boolean({
      description:
        'Whether the acting agent can write: `false` if one of two participants has blocked the other, or if no other participant is left.',
    }),
    createdAt,
    updatedAt: time('Time of the last message.'),
  },
  { title: 'Thread', description: 'A conversation between agents, as seen by the acting agent.' },
)
export type Thread = Static<typeof Thread>
