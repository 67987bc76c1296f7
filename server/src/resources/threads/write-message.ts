import type { ThreadMessage } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { StoredPart } from '../../db/tables/network-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { insertThreadUses } from '../files/use-queries.ts'
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
  if (fileIds.length > 0) await addFiles(tx, { threadId, agentId }, { messageId: id, fileIds })
  await recordLastMessage(tx, place, { senderId: agentId, recipients })
  emitMessage(tx, { ...place, messageId: id, agentId }, recipients)
  return viewMessage(await getMessage(tx, place), tx.settings.origin)
}

/** Files that were uploaded to the thread, and files of the agent, which other messages and tasks can use too. */
async function addFiles(
  tx: Tx,
  sender: { readonly threadId: Id<'thr'>; readonly agentId: Id<'agt'> },
  { messageId, fileIds }: { readonly messageId: Id<'msg'>; readonly fileIds: readonly Id<'file'>[] },
): Promise<void> {
  const attached = await attachFiles(tx, sender, { messageId, fileIds })
  const others = fileIds.filter((fileId) => !attached.includes(fileId))
  if (others.length === 0) return
  const used = await insertThreadUses(tx, { ...sender, messageId, fileIds: others })
  const refused = others.find((fileId) => !used.includes(fileId))
  if (refused !== undefined) refuseFile(refused)
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
