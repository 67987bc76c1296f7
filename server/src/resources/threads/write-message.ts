import type { ThreadMessage } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { StoredPart } from '../../db/network-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { attachFiles } from './file-queries.ts'
import { getMessage, insertMessage, recordLastMessage, type MessagePlace } from './message-queries.ts'
import { filesIn, refuseFile } from './rules.ts'
import { viewMessage } from './view.ts'

interface NewMessageInput {
  /** Locked or new. */
  readonly threadId: Id<'thr'>
  readonly parts: readonly StoredPart[]
  /** Recipients of the event, including the sender. */
  readonly recipients: readonly Id<'agt'>[]
}

/** The only writer of thread messages. */
export async function writeMessage(
  tx: Tx,
  { agentId }: AgentCaller,
  { threadId, parts, recipients }: NewMessageInput,
): Promise<ThreadMessage> {
  const id = newId('msg', tx.now)
  const fileIds = filesIn(parts)
  const place = await insertMessage(tx, { threadId, id, agentId, parts })
  if (fileIds.length > 0) {
    const attached = await attachFiles(tx, { threadId, agentId }, { messageId: id, fileIds })
    const missing = fileIds.find((fileId) => !attached.includes(fileId))
    if (missing !== undefined) refuseFile(missing)
  }
  await recordLastMessage(tx, place, { senderId: agentId, recipients })
  emitMessage(tx, { ...place, messageId: id, agentId }, recipients)
  return viewMessage(await getMessage(tx, place), tx.settings.origin)
}

type StoredMessage = MessagePlace & { readonly messageId: Id<'msg'>; readonly agentId: Id<'agt'> }

function emitMessage(
  tx: Tx,
  { threadId, seq: sequence, messageId, agentId }: StoredMessage,
  recipients: readonly Id<'agt'>[],
): void {
  for (const recipient of recipients) {
    const role = recipient === agentId ? 'sender' : 'receiver'
    const data = { threadId, sequence, messageId, agentId, role, by: 'sender' } as const
    tx.emit({ kind: 'thread.message', agentId: recipient, subject: threadId, data })
  }
}
