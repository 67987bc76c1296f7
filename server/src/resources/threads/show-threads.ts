import type { Thread } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { requireThread } from './access.ts'
import { messagesAt, type MessageRow } from './message-queries.ts'
import type { SeenThread } from './queries.ts'
import { viewMessage, viewThread } from './view.ts'

/** Threads with their last message, in the given order. */
export async function showThreads(
  reader: Reader,
  caller: AgentCaller,
  rows: readonly SeenThread[],
): Promise<Thread[]> {
  const last = await lastMessages(reader, rows)
  return rows.map((row) => show(reader, caller, row, last))
}

/** One thread as seen by the caller's agent, if it is a participant. */
export async function showThread(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<{ thread: Thread }> {
  const row = await requireThread(reader, caller, reference)
  return { thread: show(reader, caller, row, await lastMessages(reader, [row])) }
}

async function lastMessages(reader: Reader, rows: readonly SeenThread[]): Promise<MessageRow[]> {
  const places = rows.flatMap(({ id, shown_seq: seq }) => (seq === null ? [] : [{ threadId: id, seq }]))
  return messagesAt(reader, places)
}

function show(
  { settings }: Reader,
  { agentId }: AgentCaller,
  row: SeenThread,
  messages: readonly MessageRow[],
): Thread {
  const last = messages.find((message) => message.thread_id === row.id)
  return viewThread(row, agentId, last === undefined ? null : viewMessage(last, settings.origin))
}
