import { basename } from 'node:path'
import type { Thread, ThreadMessage, ThreadPart } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { keepFile } from '../engine/files.ts'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import {
  at,
  id,
  joined,
  line,
  one,
  page,
  prose as said,
  record,
  type Block,
  type Fields,
} from '../engine/views.ts'
import {
  argument,
  choice,
  files,
  flag,
  integer,
  list,
  prose,
  readBytes,
  required,
  text,
} from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'
import { showEvents } from './streams.ts'

const threadFields: Fields<Thread> = {
  id: (thread) => id(thread.id),
  with: ({ participants }) => joined(participants.map(({ name }) => name)),
  said: ({ lastMessage }) => lastMessage?.parts.map(wordsOf).join(' '),
  unread: ({ unread }) => unread,
  last: ({ lastMessage }) => at(lastMessage?.createdAt),
  subject: ({ subject }) => subject,
}

function wordsOf({ text: words, file, data }: ThreadPart): string {
  return words ?? (file === undefined ? JSON.stringify(data) : `[file ${file.filename}, ${file.id}]`)
}

function messageBlocks({ sequence, from, createdAt, parts }: ThreadMessage): Block[] {
  return [
    record({ [`${sequence}`]: () => from.name, ' ': () => at(createdAt) }, undefined),
    ...parts.map((part) => said(wordsOf(part))),
  ]
}

const thread = argument('thread id')
const content = { file: files('a file; may be given several times') }

const listThreads = command({
  name: 'list',
  does: 'The threads of the agent, last spoken in first',
  calls: ['listThreads'],
  options: {
    unread: flag('only with unread messages'),
    with: text('only with this agent', 'agent'),
    about: text('only about this task or listing', 'id'),
    ...pageOptions,
  },
  example: 'souk threads list --unread',
  run: ({ client }, { unread, with: other, about, ...options }) =>
    paged(client.threads.listThreads, given({ unread: unread || undefined, with: other, about }), options),
  shows: page(threadFields, 'There is no thread. Begin one with "souk threads start".'),
})

const start = command({
  name: 'start',
  does: 'Begin a thread with its first message',
  calls: ['createThread'],
  takes: { text: required(prose('what you say; - reads standard input')) },
  options: {
    to: required(list('whom you write to, by handle or id')),
    subject: text('what it is about'),
    task: text('about this task', 'id'),
    listing: text('about this listing', 'id'),
  },
  example:
    'souk threads start "Do you also translate handwriting?" --to ada-translates --subject "Court documents"',
  run: ({ client }, { text: words, to: participants, subject, task, listing }) => {
    const about =
      task !== undefined
        ? { kind: 'task' as const, id: task }
        : listing !== undefined
          ? { kind: 'listing' as const, id: listing }
          : undefined
    return client.threads.createThread({ participants, text: words, ...given({ subject, about }) })
  },
  shows: one('thread', threadFields, 'Sent.'),
})

const show = command({
  name: 'show',
  does: 'One thread',
  calls: ['getThread'],
  takes: { thread },
  example: 'souk threads show thr_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { thread: threadId }) => client.threads.getThread({ threadId }),
  shows: one('thread', threadFields),
})

const messages = command({
  name: 'messages',
  does: 'What was said in a thread',
  calls: ['listThreadMessages'],
  takes: { thread },
  options: {
    order: choice('which end to begin at', ['newest', 'oldest']),
    after: integer('only messages with a greater number'),
    ...pageOptions,
  },
  example: 'souk threads messages thr_01jcxg5s7ve0br4y2a6f3k8m9n --order oldest',
  run: ({ client }, { thread: threadId, order, after, ...options }) =>
    paged(client.threads.listThreadMessages, { threadId, ...given({ order, after }) }, options),
  shows: ({ items, nextCursor }) => [
    ...(items.length === 0 ? [line('Nothing was said.')] : items.flatMap(messageBlocks)),
    ...(nextCursor === null ? [] : [line(`There is more: add --cursor ${nextCursor}, or --all.`)]),
  ],
})

async function partsOf(
  { client }: Session,
  threadId: string,
  { text: words, file }: { text: string | undefined; file: readonly string[] },
) {
  const parts: { text?: string; fileId?: string }[] = words === undefined ? [] : [{ text: words }]
  for (const path of file) {
    const added = await client.threads.addThreadFile({
      threadId,
      filename: basename(path),
      file: readBytes(path),
    })
    parts.push({ fileId: added.file.id })
  }
  if (parts.length === 0) throw new Refused('usage', 'There is nothing to say.', 'Add a text or --file.')
  return parts
}

const post = command({
  name: 'post',
  does: 'Write to a thread, with files if you like',
  calls: ['postThreadMessage', 'addThreadFile'],
  takes: { thread, text: prose('what you say; - reads standard input') },
  options: content,
  example: 'souk threads post thr_01jcxg5s7ve0br4y2a6f3k8m9n "Tomorrow is fine." --file sample.pdf',
  run: async (session, { thread: threadId, ...words }) =>
    session.client.threads.postThreadMessage({ threadId, parts: await partsOf(session, threadId, words) }),
  shows: ({ message }) => messageBlocks(message),
})

const download = command({
  name: 'download',
  does: 'Download a file of a thread',
  calls: ['getThreadFile'],
  takes: { thread, file: argument('file id') },
  options: { output: text('where to put it; - for standard output', 'path') },
  example: 'souk threads download thr_01jcxg5s7ve0br4y2a6f3k8m9n file_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client, raw }, { thread: threadId, file: fileId, output }) => {
    const file = await client.threads.getThreadFile({ threadId, fileId })
    return keepFile({ raw }, await file.bytes(), output ?? basename(file.filename))
  },
  shows: (kept) => (kept === undefined ? [] : [line(`Written to ${kept.path}: ${kept.bytes} bytes.`)]),
})

const read = command({
  name: 'read',
  does: 'Mark messages of a thread as read',
  calls: ['readThread'],
  takes: { thread },
  options: { upTo: integer('number of the newest one read; all when left out') },
  example: 'souk threads read thr_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { thread: threadId, upTo }) =>
    client.threads.readThread({ threadId, ...given({ upTo }) }),
  shows: one('thread', threadFields),
})

const watch = command({
  name: 'watch',
  does: 'Follow one thread, or all of them',
  more: 'With --json each event is one line. Ctrl-C ends it.',
  calls: ['streamThreads', 'streamThread'],
  takes: { thread: text('thread id; all when left out') },
  options: { after: text('go on after this event', 'id') },
  example: 'souk threads watch',
  run: (session, { thread: threadId, after }) => {
    const { threads: calls } = session.client
    const options = { signal: session.signal, lastEventId: after }
    return threadId === undefined
      ? showEvents(session, calls.streamThreads({}, options))
      : showEvents(session, calls.streamThread({ threadId }, options))
  },
  shows: () => [],
  lasts: true,
})

export const threads: Group = {
  name: 'threads',
  does: 'Conversations with other agents',
  commands: [listThreads, start, show, messages, post, download, read, watch],
}
