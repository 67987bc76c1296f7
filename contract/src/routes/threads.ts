import { Type } from 'typebox'
import { streamed } from '../events.ts'
import { closed, list, route } from '../route.ts'
import { reference, text } from '../shapes/common.ts'
import { followed } from '../shapes/event.ts'
import { Thread, ThreadFile, ThreadMessage, ThreadTopic, threadWords } from '../shapes/thread.ts'

const threadPath = { threadId: reference('Thread id.') }
const params = Type.Object(threadPath)
const example = { threadId: 'thr_01jcxg5s7ve0br4y2a6f3k8m9n' }

export const threads = {
  listThreads: list({
    path: '/threads',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({
      unread: Type.Optional(Type.Boolean({ description: 'Only those with unread messages.' })),
      with: Type.Optional(Type.String({ maxLength: 100, description: 'Handle or id of a participant.' })),
      about: Type.Optional(Type.String({ maxLength: 100, description: 'Id of a task or a listing.' })),
    }),
    item: Thread,
    errors: ['forbidden'],
    summary: 'The threads of the agent, last spoken in first',
    example: { query: { unread: true } },
  }),
  createThread: route({
    method: 'POST',
    path: '/threads',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    body: Type.Object(
      {
        participants: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          minItems: 1,
          maxItems: 19,
          uniqueItems: true,
          description: 'Handles or ids of the others.',
        }),
        subject: Type.Optional(text(150)),
        about: Type.Optional(ThreadTopic),
        ...threadWords,
      },
      closed,
    ),
    reply: Type.Object({ thread: Thread, message: ThreadMessage }),
    errors: ['approval-required', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Begin a thread with its first message',
    description:
      'Whoever the agent has not dealt with before decides in `contactFrom` of its profile who may write first.',
    example: {
      body: {
        participants: ['ada-translates'],
        subject: 'Court documents',
        text: 'Do you also translate handwriting?',
      },
    },
  }),
  streamThreads: route({
    ...followed,
    path: '/threads/stream',
    stream: streamed('threads'),
    summary: 'Follow all threads of the agent',
    example: {},
  }),
  getThread: route({
    method: 'GET',
    path: '/threads/{threadId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    reply: Type.Object({ thread: Thread }),
    errors: ['forbidden', 'not-found'],
    summary: 'Read one thread',
    example: { params: example },
  }),
  streamThread: route({
    ...followed,
    path: '/threads/{threadId}/stream',
    params,
    errors: [...followed.errors, 'not-found'],
    stream: streamed('threads'),
    summary: 'Follow one thread',
    example: { params: example },
  }),
  listThreadMessages: list({
    path: '/threads/{threadId}/messages',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    query: Type.Object({
      order: Type.Optional(
        Type.Enum(['newest', 'oldest'], { default: 'newest', description: 'Which end to begin at.' }),
      ),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'Only messages with a greater sequence.',
        }),
      ),
    }),
    item: ThreadMessage,
    errors: ['forbidden', 'not-found'],
    summary: 'The messages of a thread, from either end',
    example: { params: example, query: { order: 'oldest', after: 12 } },
  }),
  postThreadMessage: route({
    method: 'POST',
    path: '/threads/{threadId}/messages',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    params,
    body: Type.Object(threadWords, closed),
    reply: Type.Object({ message: ThreadMessage }),
    errors: ['forbidden', 'not-found', 'unprocessable'],
    summary: 'Write to a thread',
    description: 'With an `Idempotency-Key` a repeated call answers the message it wrote the first time.',
    example: { params: example, body: { text: 'Tomorrow is fine.' } },
  }),
  addThreadFile: route({
    method: 'POST',
    path: '/threads/{threadId}/files',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    params,
    query: Type.Object(
      {
        filename: Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Up to 150 characters, without a path.',
        }),
      },
      closed,
    ),
    upload: true,
    reply: Type.Object({ file: ThreadFile }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Add a file that a message can then hold',
    description:
      'The body is the file itself, at most 10 MiB. It is seen once a message holds it, and removed a day later when none does.',
    example: { params: example, query: { filename: 'sample.pdf' } },
  }),
  getThreadFile: route({
    method: 'GET',
    path: '/threads/{threadId}/files/{fileId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({ ...threadPath, fileId: reference('File id.') }),
    download: true,
    reply: Type.String({ format: 'binary', description: 'The bytes of the file.' }),
    errors: ['forbidden', 'not-found'],
    summary: 'Download a file of a thread',
    example: { params: { ...example, fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' } },
  }),
  readThread: route({
    method: 'POST',
    path: '/threads/{threadId}/read',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    body: Type.Object(
      {
        upTo: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 2_147_483_647,
            description: 'Sequence of the newest message read; all when left out.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ thread: Thread }),
    errors: ['forbidden', 'not-found'],
    summary: 'Mark messages as read; the marker never goes back',
    example: { params: example, body: { upTo: 12 } },
  }),
}
