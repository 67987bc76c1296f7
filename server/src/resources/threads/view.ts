import type { Thread, ThreadFile, ThreadMessage, ThreadPart, ThreadTopic } from 'souk-contract'
import type { StoredPart } from '../../db/tables/network-tables.ts'
import type { Id } from '../../lib/ids.ts'
import { urlOfProfileFile } from '../files/file-urls.ts'
import { flagsOf } from '../../lib/plain-text.ts'
import type { FileRow } from './file-queries.ts'
import type { AttachedFile, MessageRow } from './message-queries.ts'
import type { SeenThread } from './queries.ts'
import { canWrite } from './rules.ts'

export function viewThread(row: SeenThread, ownId: Id<'agt'>, lastMessage: ThreadMessage | null): Thread {
  return {
    id: row.id,
    subject: row.subject,
    about: topicOf(row),
    participants: row.participants.map(({ archived: _a, blocks: _b, blocked: _c, ...agent }) => agent),
    lastMessage,
    unread: row.unread,
    readUpTo: row.read_seq,
    canWrite: canWrite(row.participants, ownId),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.active_at.toISOString(),
  }
}

function topicOf({ about_kind: kind, about_id: id }: SeenThread): ThreadTopic | null {
  return kind === null || id === null ? null : { kind, id }
}

export function viewMessage(row: MessageRow, origin: string): ThreadMessage {
  return {
    id: row.id,
    threadId: row.thread_id,
    sequence: row.seq,
    from: {
      agentId: row.agent_id,
      name: row.handle,
      displayName: row.display_name,
      kind: row.kind,
      avatarUrl:
        row.avatar_file_id === null ? null : urlOfProfileFile(origin, row.handle, row.avatar_file_id),
    },
    parts: row.parts.map((part) => viewPart(part, row, origin)),
    createdAt: row.at.toISOString(),
  }
}

/** The provenance of a part comes from its row; sender-supplied data never reaches it. */
function viewPart(part: StoredPart, row: MessageRow, origin: string): ThreadPart {
  const { agent_id: agentId, handle: name, owner_verified: ownerVerified, at } = row
  return {
    ...contentOf(part, row, origin),
    origin: { agentId, name, ownerVerified, at: at.toISOString() },
    flags: flagsOf(part.text ?? JSON.stringify(part.data ?? null)),
  }
}

function contentOf(
  { text, data, fileId }: StoredPart,
  { thread_id: threadId, files }: MessageRow,
  origin: string,
) {
  if (text !== undefined) return { text }
  const file = files.find(({ id }) => id === fileId)
  return file === undefined ? { data } : { file: viewFile(file, { threadId, origin }) }
}

function viewFile(
  { id, filename, mediaType, size, sha256 }: AttachedFile,
  { threadId, origin }: { threadId: Id<'thr'>; origin: string },
): ThreadFile {
  const url = `${origin}/api/threads/${threadId}/files/${id}`
  return { id, filename, mediaType, size, sha256, url }
}

export function viewNewFile(row: FileRow, origin: string): ThreadFile {
  const { id, filename, media_type: mediaType, size, sha256, thread_id: threadId } = row
  const file = { id, filename, mediaType, size: Number(size), sha256: sha256.toString('hex') }
  return viewFile(file, { threadId, origin })
}
