/** The only place that deletes data by the periods of the policy. Ledger and audit log have none. */
import { sql, type RawBuilder } from 'kysely'
import type { RetentionField } from 'souk-contract'
import type { Tx } from '../db/transact.ts'
import { deleteEventsBefore } from '../events/queries.ts'
import type { Id } from '../lib/ids.ts'
import { releaseFiles } from '../resources/files/use-queries.ts'

interface Removal {
  readonly before: Date
  readonly limit: number
}

type Remove = (tx: Tx, removal: Removal) => Promise<number>

/** Each removes a batch of what is older, except for data under a legal hold, and returns the count. */
export const removals: Readonly<Record<RetentionField, Remove>> = {
  keepSessionsDays: (tx, { before, limit }) =>
    countRemoved(
      tx,
      sql`delete from sessions where id in (
        select id from sessions where least(ended_at, idle_expires_at, expires_at) < ${before}
          and not is_held_user(user_id) limit ${limit} for update skip locked)`,
    ),
  keepNotificationsDays: (tx, { before, limit }) => deleteEventsBefore(tx, before, limit),
  keepDeliveriesDays: (tx, { before, limit }) =>
    countRemoved(
      tx,
      sql`delete from webhook_deliveries where id in (
        select id from webhook_deliveries where finished_at < ${before} and not is_held_agent(agent_id)
          and (task_id is null or not is_held_task(task_id)) limit ${limit} for update skip locked)`,
    ),
  keepMailsDays: (tx, { before, limit }) =>
    countRemoved(
      tx,
      sql`delete from mails where id in (
        select id from mails where finished_at < ${before}
          and (user_id is null or not is_held_user(user_id)) limit ${limit} for update skip locked)`,
    ),
  keepSnapshotsDays: removeSnapshots,
  keepDraftsDays: (tx, { before, limit }) =>
    countRemoved(
      tx,
      sql`update listings set status = 'deleted', updated_at = ${tx.now} where id in (
        select id from listings where status = 'draft' and updated_at < ${before} and not is_held_agent(client_id)
          and not exists (select from attachments where listing_id = listings.id)
        limit ${limit} for update skip locked)`,
    ),
  keepTaskContentsDays: removeTaskContents,
}

async function countRemoved(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(tx)
  return Number(numAffectedRows)
}

/** Removes the snapshot and the reports. The case, its decisions and its history stay. */
async function removeSnapshots(tx: Tx, { before, limit }: Removal): Promise<number> {
  const { rows } = await sql<{ id: Id<'mcs'> }>`
    update moderation_cases set snapshot = '{}' where id in (
      select id from moderation_cases where state = 'decided' and updated_at < ${before} and snapshot <> '{}'
        and not (coalesce(is_held_agent(agent_id), false) or coalesce(is_held_user(user_id), false)
          or exists (select from legal_holds h where h.released_at is null
            and h.subject_id in (moderation_cases.subject_id, moderation_cases.organization_id)))
      limit ${limit} for update skip locked)
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update reports set details = '' where case_id = any(${ids}::text[])`.execute(tx)
  return ids.length
}

const removedParts = JSON.stringify([{ text: 'Removed at the end of the retention period.' }])
/** A task can have 2,000 messages of each side. */
const tasksPerBatch = 20

/** Steps, times and money of a task stay; messages and artifacts are replaced by a placeholder, and files are detached so that they expire. */
async function removeTaskContents(tx: Tx, { before, limit }: Removal): Promise<number> {
  const { rows } = await sql<{ id: Id<'task'> }>`
    update tasks set contents_removed_at = ${tx.now} where id in (
      select id from tasks where phase in ('completed', 'canceled', 'rejected', 'failed') and status_at < ${before}
        and contents_removed_at is null and not is_held_task(id)
      order by status_at limit ${Math.min(limit, tasksPerBatch)} for update skip locked)
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`
    update task_events set message = jsonb_set(message, '{parts}', ${removedParts}::jsonb)
    where task_id = any(${ids}::text[]) and message is not null`.execute(tx)
  await sql`
    update task_events set artifact = jsonb_set(artifact, '{artifact,parts}', ${removedParts}::jsonb)
    where task_id = any(${ids}::text[]) and artifact is not null`.execute(tx)
  await sql`
    update artifacts set content = jsonb_set(content, '{parts}', ${removedParts}::jsonb)
    where task_id = any(${ids}::text[])`.execute(tx)
  const { rows: unused } = await sql<{ file_id: Id<'file'> }>`
    delete from file_uses where task_id = any(${ids}::text[])
      and not exists (select from dispute_evidence e where e.file_id = file_uses.file_id)
    returning file_id`.execute(tx)
  await releaseFiles(
    tx,
    unused.map(({ file_id }) => file_id),
  )
  return ids.length
}
