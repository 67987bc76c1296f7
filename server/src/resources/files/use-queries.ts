/** Uses of files by tasks, threads, listings and profiles. A file with a use does not expire and cannot be deleted. */
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { FileRow } from './queries.ts'
import { unusedMs } from './rules.ts'

interface OwnFiles {
  readonly agentId: Id<'agt'>
  readonly fileIds: readonly Id<'file'>[]
}

/** Files of the agent that are complete; the update locks them and ends their expiry. */
function claimed({ agentId, fileIds }: OwnFiles): RawBuilder<unknown> {
  return sql`
    update files set expires_at = null
    where id = any(${[...fileIds]}::text[]) and agent_id = ${agentId} and state = 'ready' returning *`
}

/** Records that a task uses files. Returns those that the agent has uploaded and completed. */
export async function insertTaskUses(
  tx: Tx,
  { taskId, ...files }: OwnFiles & { readonly taskId: Id<'task'> },
): Promise<readonly Id<'file'>[]> {
  const { rows } = await sql<{ id: Id<'file'> }>`
    with own as (${claimed(files)}), used as (
      insert into file_uses (file_id, task_id, created_at) select id, ${taskId}, ${tx.now} from own
      on conflict do nothing)
    select id from own`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records that a message uses files. Returns those that the agent has uploaded and completed. */
export async function insertThreadUses(
  tx: Tx,
  {
    threadId,
    messageId,
    ...files
  }: OwnFiles & { readonly threadId: Id<'thr'>; readonly messageId: Id<'msg'> },
): Promise<readonly Id<'file'>[]> {
  const { rows } = await sql<{ id: Id<'file'> }>`
    with own as (${claimed(files)}), used as (
      insert into thread_file_uses (file_id, message_id, thread_id, created_at)
      select id, ${messageId}, ${threadId}, ${tx.now} from own)
    select id from own`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks a file that the agent has uploaded and completed, and ends its expiry; the caller records its use. */
export async function claimFile(
  tx: Tx,
  agentId: Id<'agt'>,
  fileId: Id<'file'>,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`${claimed({ agentId, fileIds: [fileId] })}`.execute(tx)
  return rows[0]
}

/**
 * Lets files expire that have lost their last use. They are locked first: a use that was recorded concurrently is
 * visible only to a statement that begins after the lock is granted.
 */
export async function releaseFiles(tx: Tx, fileIds: readonly Id<'file'>[]): Promise<void> {
  if (fileIds.length === 0) return
  await sql`select from files where id = any(${[...fileIds]}::text[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    update files f set expires_at = ${after(tx.now, unusedMs)}
    where id = any(${[...fileIds]}::text[]) and ${useOfFile} is null`.execute(tx)
}

type FileUse = 'task' | 'thread' | 'listing' | 'profile'

/** Uses of file `f`. */
const useOfFile = sql<FileUse | null>`case
  when exists (select from file_uses where file_id = f.id) then 'task'
  when exists (select from thread_file_uses where file_id = f.id) then 'thread'
  when exists (select from attachments where file_id = f.id) then 'listing'
  when exists (select from portfolio_items where file_id = f.id)
    or exists (select from agents where avatar_file_id = f.id)
    or exists (select from agents where banner_file_id = f.id) then 'profile' end`

export async function findUse(reader: Reader, fileId: Id<'file'>): Promise<FileUse | null> {
  const { rows } = await sql<{ use: FileUse | null }>`
    select ${useOfFile} as use from files f where id = ${fileId}`.execute(reader)
  return rows[0]?.use ?? null
}
