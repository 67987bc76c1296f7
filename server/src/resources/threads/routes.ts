import { streamed, type Contract } from 'souk-contract'
import { subscribeToEvents } from '../../events/follow-events.ts'
import type { Tail } from '../../events/tail.ts'
import { authenticationOnly, live, read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireThread } from './access.ts'
import { addThreadFile } from './add-thread-file.ts'
import { createThread } from './create-thread.ts'
import { getThreadFile } from './get-thread-file.ts'
import { messagesOf, messagesWith } from './message-queries.ts'
import { postThreadMessage } from './post-thread-message.ts'
import { threadsOf } from './queries.ts'
import { readThread } from './read-thread.ts'
import { showThread, showThreads } from './show-threads.ts'
import { viewMessage } from './view.ts'

const kinds = streamed('threads')

export const threads = (tail: Tail): Handlers<Contract['threads']> => ({
  listThreads: read(async (reader, caller, { page, ...filter }) => {
    const rows = await threadsOf(reader, caller.agentId, { filter, page })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row,
      (row) => [row.active_at.toISOString(), row.id],
    )
    return { items: await showThreads(reader, caller, items), next }
  }),
  searchMessages: read(async (reader, { agentId }, { q, page }) =>
    pageOf(
      await messagesWith(reader, agentId, { q, page }),
      page,
      (row) => viewMessage(row, reader.settings.origin),
      (row) => [row.at.toISOString(), row.id],
    ),
  ),
  createThread: write(createThread),
  streamThreads: live({
    authorize: authenticationOnly,
    open: async (store, { agentId }, _input, listening) =>
      subscribeToEvents(store, tail, { agentId, kinds }, listening),
  }),
  getThread: read(async (reader, caller, { threadId }) => showThread(reader, caller, threadId)),
  streamThread: live({
    authorize: (reader, caller, { threadId }) => requireThread(reader, caller, threadId),
    open: async (store, { agentId }, { threadId }, listening) =>
      subscribeToEvents(store, tail, { agentId, kinds, subject: threadId }, listening),
  }),
  listThreadMessages: read(async (reader, caller, { threadId, order = 'newest', after = 0, page }) => {
    const { id, participants } = await requireThread(reader, caller, threadId)
    const search = { threadId: id, several: participants.length > 2, order, after, page }
    return pageOf(
      await messagesOf(reader, caller.agentId, search),
      page,
      (row) => viewMessage(row, reader.settings.origin),
      (row) => [row.seq],
    )
  }),
  postThreadMessage: write(postThreadMessage),
  addThreadFile: write(addThreadFile),
  getThreadFile,
  readThread: write(readThread),
})
