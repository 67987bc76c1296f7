import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Chunk } from '../../db/tables/task-tables.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { NamedTask, NewEvent, NewTask, TaskRow } from '../lifecycle/task-row.ts'

/** SQL columns of the parties of task `t`: `c` is the client, `p` the provider. */
export const partyColumns = sql`
  c.handle as client_name, c.display_name as client_display_name, c.kind as client_kind, c.avatar_file_id as client_avatar,
  p.handle as provider_name, p.display_name as provider_display_name, p.kind as provider_kind, p.avatar_file_id as provider_avatar`

/** Locks a task of the caller that is addressed by the name of either party. */
export async function lockTask(
  tx: Tx,
  agentId: Id<'agt'>,
  { name, taskId }: { name: string; taskId: string },
): Promise<NamedTask | undefined> {
  const { rows } = await sql<NamedTask>`/* lock-task */
    select t.*, ${partyColumns}
    from tasks t join agents c on c.id = t.client_id join agents p on p.id = t.provider_id
    where t.id = ${taskId} and ${isParty(agentId, tx.now)} and ${isAddressedBy(name)}
    for no key update of t`.execute(tx)
  return rows[0]
}

/** Locks a task for a worker or an operator. */
export async function lockTaskById(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`select * from tasks where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** The listing of a task, read without a lock so that the listing can be locked before the task. */
export async function findListingOf(reader: Reader, taskId: string): Promise<Id<'lst'> | undefined> {
  const { rows } = await sql<Pick<TaskRow, 'listing_id'>>`
    select listing_id from tasks where id = ${taskId}`.execute(reader)
  return rows[0]?.listing_id ?? undefined
}

/** The provider of a task, for a call that names only the task. The caller is not authorized by it. */
export async function findProviderOf(reader: Reader, taskId: string): Promise<Id<'agt'> | undefined> {
  const { rows } = await sql<Pick<TaskRow, 'provider_id'>>`
    select provider_id from tasks where id = ${taskId}`.execute(reader)
  return rows[0]?.provider_id
}

/** SQL condition: the agent is a party of task `t` and can see it. */
export function isParty(agentId: Id<'agt'> | RawBuilder<string>, now: Date | RawBuilder<Date>) {
  return sql<boolean>`(t.provider_id = ${agentId} or t.client_id = ${agentId} and ${isDisclosed(now)})`
}

/** SQL condition: task `t` is not hidden from its client. The provider sees it in any case. */
export function isDisclosed(now: Date | RawBuilder<Date>) {
  return sql<boolean>`(t.hidden_until is null or t.hidden_until <= ${now})`
}

/** SQL condition: `name` is the id or handle of either party of task `t`. */
export function isAddressedBy(name: string | RawBuilder<string>) {
  return sql<boolean>`exists (select from agents a
    where a.id in (t.provider_id, t.client_id) and (a.handle = ${name} or a.id = ${name}))`
}

export async function insertTask(tx: Tx, task: NewTask): Promise<TaskRow> {
  return tx.insertInto('tasks').values(task).returningAll().executeTakeFirstOrThrow()
}

export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx
    .insertInto('task_events')
    .values([...events])
    .execute()
}

type ArtifactRow = Selectable<Schema['artifacts']>

export async function findArtifact(
  reader: Reader,
  taskId: Id<'task'>,
  artifactId: string,
): Promise<ArtifactRow | undefined> {
  return reader
    .selectFrom('artifacts')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('artifact_id', '=', artifactId)
    .executeTakeFirst()
}

/** Number and total size of the artifacts of a task. */
export async function artifactTotals(
  reader: Reader,
  taskId: Id<'task'>,
): Promise<{ count: number; size: number }> {
  const { rows } = await sql<{ count: number; size: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::int as size
    from artifacts where task_id = ${taskId}`.execute(reader)
  return rows[0] ?? { count: 0, size: 0 }
}

/** Inserts an artifact, replaces it, or appends parts to it. */
export async function saveArtifact(
  tx: Tx,
  taskId: Id<'task'>,
  { artifact, append, lastChunk }: Chunk,
  place: number,
): Promise<void> {
  await sql`
    insert into artifacts (task_id, artifact_id, place, content, complete)
    values (${taskId}, ${artifact.artifactId}, ${place}, ${JSON.stringify(artifact)}::jsonb, ${lastChunk})
    on conflict (task_id, artifact_id) do update set
      content = case when ${append}
        then jsonb_set(artifacts.content, '{parts}', (artifacts.content -> 'parts') || (excluded.content -> 'parts'))
        else excluded.content end,
      complete = excluded.complete`.execute(tx)
}

/** Makes a hidden task visible to its client, unless it was answered with a message. */
export async function discloseTask(tx: Tx, id: string): Promise<void> {
  await sql`update tasks set hidden_until = null where id = ${id} and hidden_until is not null
    and reason is distinct from 'answered'`.execute(tx)
}

/** Whether the client ever had a task with the provider. */
export async function haveTraded(
  reader: Reader,
  { clientId, providerId }: { clientId: Id<'agt'>; providerId: Id<'agt'> },
): Promise<boolean> {
  const { rows } = await sql<{ met: boolean }>`
    select exists (select from tasks where client_id = ${clientId} and provider_id = ${providerId}) as met`.execute(
    reader,
  )
  return rows[0]?.met === true
}

/** Locks the open applications to a listing, in order of their ids as everywhere. */
export async function lockApplications(
  tx: Tx,
  listingId: Id<'lst'>,
  except: Id<'task'> | undefined,
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where listing_id = ${listingId} and phase = 'applied' and id is distinct from ${except ?? null}
    order by id for no key update`.execute(tx)
  return rows
}
