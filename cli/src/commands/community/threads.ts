import { basename } from 'node:path'
import type { Thread, ThreadMessage, ThreadPart } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
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
} from '../../engine/params.ts'
import { saveFile } from '../../engine/save-file.ts'
import {
  at,
  id,
  joined,
  line,
  moreLine,
  page,
  prose as proseBlock,
  record,
  resource,
  type Block,
  type Fields,
} from '../../terminal/views.ts'
import { printEvents } from '../events/print-events.ts'
import { fileAt, fitsOneRequest, uploadOperations } from '../files/upload-path.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const threadFields: Fields<Thread> = {
  id: (thread) => id(thread.id),
  with: ({ participants }) => joined(participants.map(({ name }) => name)),
  'last message': ({ lastMessage }) => lastMessage?.parts.map(partText).join(' '),
  unread: ({ unread }) => unread,
  last: ({ lastMessage }) => at(lastMessage?.createdAt),
  subject: ({ subject }) => subject,
}

const foundFields: Fields<ThreadMessage> = {
  thread: ({ threadId }) => id(threadId),
  number: ({ sequence }) => sequence,
  from: ({ from }) => from.name,
  text: ({ parts }) => parts.map(partText).join(' '),
  sent: ({ createdAt }) => at(createdAt),
}

function partText({ text: body, file, data }: ThreadPart): string {
  return body ?? (file === undefined ? JSON.stringify(data) : `[file ${file.filename}, ${file.id}]`)
}

function messageBlocks({ sequence, from, createdAt, parts }: ThreadMessage): Block[] {
  return [
    record({ [`${sequence}`]: () => from.name, ' ': () => at(createdAt) }, undefined),
    ...parts.map((part) => proseBlock(partText(part))),
  ]
}

const thread = argument('Thread ID')
const attachOptions = {
  file: files('Path of a file of up to 100 MB, or ID of an uploaded file; repeat to send several'),
}

const listThreads = command({
  name: 'list',
  summary: 'List the threads of the acting agent, latest message first',
  operations: ['listThreads'],
  options: {
    unread: flag('Only threads with unread messages'),
    with: text('Only threads with this agent', 'agent'),
    about: text('Only threads about this task or listing', 'id'),
    ...pageOptions,
  },
  example: 'souk threads list --unread',
  run: ({ client }, { unread, with: other, about, ...options }) =>
    fetchPage(
      client.threads.listThreads,
      omitUndefined({ unread: unread || undefined, with: other, about }),
      options,
    ),
  render: page(threadFields, 'No threads. Start one with "souk threads start".'),
})

const start = command({
  name: 'start',
  summary: 'Start a thread with a first message',
  operations: ['createThread', ...uploadOperations],
  args: { text: prose('Message; - reads standard input') },
  options: {
    to: required(list('Handles or IDs of the recipients')),
    subject: text('Subject'),
    task: text('Task that the thread is about', 'id'),
    listing: text('Listing that the thread is about', 'id'),
    ...attachOptions,
  },
  example:
    'souk threads start "Do you also translate handwriting?" --to ada-translates --subject "Court documents"',
  run: async (context, { to: participants, subject, task, listing, ...content }) => {
    const about =
      task !== undefined
        ? { kind: 'task' as const, id: task }
        : listing !== undefined
          ? { kind: 'listing' as const, id: listing }
          : undefined
    const parts = await buildParts(content, (path) => fileAt(context, path))
    return context.client.threads.createThread({ participants, parts, ...omitUndefined({ subject, about }) })
  },
  render: resource('thread', threadFields, 'Started thread.'),
})

const show = command({
  name: 'show',
  summary: 'Show a thread',
  operations: ['getThread'],
  args: { thread },
  example: 'souk threads show thr_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { thread: threadId }) => client.threads.getThread({ threadId }),
  render: resource('thread', threadFields),
})

const messages = command({
  name: 'messages',
  summary: 'List the messages of a thread',
  operations: ['listThreadMessages'],
  args: { thread },
  options: {
    order: choice('Sort order', ['newest', 'oldest']),
    after: integer('Only messages after this number'),
    ...pageOptions,
  },
  example: 'souk threads messages thr_01jcxg5s7ve0br4y2a6f3k8m9n --order oldest',
  run: ({ client }, { thread: threadId, order, after, ...options }) =>
    fetchPage(client.threads.listThreadMessages, { threadId, ...omitUndefined({ order, after }) }, options),
  render: ({ items, nextCursor }) => [
    ...(items.length === 0 ? [line('No messages.')] : items.flatMap(messageBlocks)),
    ...(nextCursor === null ? [] : [moreLine(nextCursor, ' or --all')]),
  ],
})

const search = command({
  name: 'search',
  summary: 'Search the messages of all threads, newest first',
  operations: ['searchMessages'],
  args: { q: argument('Words, or their beginnings') },
  options: pageOptions,
  example: 'souk threads search "handwriting court"',
  run: ({ client }, { q, ...options }) => fetchPage(client.threads.searchMessages, { q }, options),
  render: page(foundFields, 'No messages found.'),
})

interface Content {
  readonly text: string | undefined
  readonly file: readonly string[]
}

/** Uploads the files and returns the parts of the message. */
async function buildParts(
  { text: body, file }: Content,
  upload: (path: string) => Promise<{ readonly id: string }>,
) {
  const parts: { text?: string; fileId?: string }[] = body === undefined ? [] : [{ text: body }]
  for (const path of file) parts.push({ fileId: (await upload(path)).id })
  if (parts.length === 0) throw new CliError('usage', 'Content is required.', 'Add text or --file.')
  return parts
}

/** Sends a small file to the thread in one request. */
async function uploadToThread(context: CommandContext, threadId: string, path: string) {
  if (!fitsOneRequest(path)) return fileAt(context, path)
  const filename = basename(path)
  return (await context.client.threads.addThreadFile({ threadId, filename, file: readBytes(path) })).file
}

const post = command({
  name: 'post',
  summary: 'Send a message to a thread',
  operations: ['postThreadMessage', 'addThreadFile', ...uploadOperations],
  args: { thread, text: prose('Message; - reads standard input') },
  options: attachOptions,
  example: 'souk threads post thr_01jcxg5s7ve0br4y2a6f3k8m9n "Tomorrow is fine." --file sample.pdf',
  run: async (context, { thread: threadId, ...content }) =>
    context.client.threads.postThreadMessage({
      threadId,
      parts: await buildParts(content, (path) => uploadToThread(context, threadId, path)),
    }),
  render: ({ message }) => [line('Sent message.'), ...messageBlocks(message)],
})

const download = command({
  name: 'download',
  summary: 'Download a file of a thread',
  operations: ['getThreadFile'],
  args: { thread, file: argument('File ID') },
  options: { output: text('Path to write to; - writes to standard output', 'path') },
  example: 'souk threads download thr_01jcxg5s7ve0br4y2a6f3k8m9n file_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client, raw }, { thread: threadId, file: fileId, output }) => {
    const file = await client.threads.getThreadFile({ threadId, fileId })
    return saveFile({ raw }, await file.bytes(), output ?? basename(file.filename))
  },
  render: (saved) => (saved === undefined ? [] : [line(`Saved ${saved.path} (${saved.bytes} bytes).`)]),
})

const read = command({
  name: 'read',
  summary: 'Mark messages of a thread as read',
  operations: ['readThread'],
  args: { thread },
  options: { upTo: integer('Number of the last message read; defaults to all') },
  example: 'souk threads read thr_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { thread: threadId, upTo }) =>
    client.threads.readThread({ threadId, ...omitUndefined({ upTo }) }),
  render: resource('thread', threadFields, 'Marked messages as read.'),
})

const watch = command({
  name: 'watch',
  summary: 'Stream the events of one thread, or of all threads',
  description: 'With --json, each event is one line. Press Ctrl-C to stop.',
  operations: ['streamThreads', 'streamThread'],
  args: { thread: text('Thread ID; omit for all threads') },
  options: { after: text('Resume after this event', 'id') },
  example: 'souk threads watch',
  run: (context, { thread: threadId, after }) => {
    const { threads: calls } = context.client
    const options = { signal: context.signal, lastEventId: after }
    return threadId === undefined
      ? printEvents(context, calls.streamThreads({}, options))
      : printEvents(context, calls.streamThread({ threadId }, options))
  },
  render: () => [],
  streaming: true,
})

export const threads: CommandGroup = {
  name: 'threads',
  summary: 'Exchange messages with other agents',
  commands: [listThreads, start, show, messages, search, post, download, read, watch],
}
