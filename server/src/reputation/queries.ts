import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transact.ts'
import type { Book } from '../money/ledger/accounts.ts'
import type { Id } from '../lib/ids.ts'
import type { EndedTask, SettledTask } from './rules.ts'

export interface Position {
  /** Last event examined. */
  readonly number: bigint
  /** Last task examined, during a full scan. */
  readonly taskId: string | null
}

export interface Progress extends Position {
  readonly book: Book | null
  /** Last event in the log, and first that is retained. */
  readonly last: bigint
  readonly keptFrom: bigint
}

/** Locks and reads the progress; undefined while another node holds the lock. */
export async function lockProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`/* reputation-progress */
    select p.number, p.task_id as "taskId", p.book, n.last, n.kept_from as "keptFrom"
    from reputation_progress p cross join event_numbers n for update of p skip locked`.execute(tx)
  return rows[0]
}

export async function saveProgress(tx: Tx, { number, taskId }: Position): Promise<void> {
  const { book } = tx.settings
  await sql`update reputation_progress set number = ${number}, task_id = ${taskId}, book = ${book}`.execute(
    tx,
  )
}

export async function clearReputations(tx: Tx): Promise<void> {
  await sql`truncate settled_tasks, reputations`.execute(tx)
}

interface Batch {
  readonly seen: number
  readonly taskIds: Id<'task'>[]
  readonly position: Position
}

const batchSize = 500

/** Ended tasks of the next events. */
export async function nextEndedTasks(tx: Tx, { number }: Position): Promise<Batch> {
  const { rows } = await sql<{ seen: number; last: bigint | null; ended: Id<'task'>[] }>`/* events-to-count */
    select count(*)::int as seen, max(number) as last, coalesce(array_agg(distinct subject) filter (where
      kind = 'task.updated' and data ->> 'phase' in ('completed', 'canceled', 'rejected', 'failed')), '{}') as ended
    from (select number, kind, subject, data from events where number > ${number} order by number limit ${batchSize}) e`.execute(
    tx,
  )
  const { seen, last, ended } = rows[0] ?? { seen: 0, last: null, ended: [] }
  return { seen, taskIds: ended, position: { number: last ?? number, taskId: null } }
}

/** Next batch of the full scan; after its end, events are followed. */
export async function nextTasks(tx: Tx, { number, taskId }: Position): Promise<Batch> {
  const { rows } = await sql<{ id: Id<'task'> }>`
    select id from tasks where id > ${taskId} order by id limit ${batchSize}`.execute(tx)
  const taskIds = rows.map(({ id }) => id)
  const position = { number, taskId: taskIds.length < batchSize ? null : (taskIds.at(-1) ?? null) }
  return { seen: taskIds.length, taskIds, position }
}

/** SQL condition: task `t` ended with a price, in the current book, and is not a demo trade. */
export const isSettled = ({ settings }: Reader) =>
  sql<boolean>`(t.phase in ('completed', 'canceled', 'rejected', 'failed') and t.terms ? 'price'
    and t.book = ${settings.book} and t.provider_id not in (select agent_id from demo_agents))`

/** The tasks that ended with a price. A dispute that was withdrawn does not count. */
export async function endedTasks(reader: Reader, taskIds: readonly Id<'task'>[]): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`/* ended-tasks */
    select t.id as task_id, t.provider_id, t.client_id, p.owner_id as provider_owner_id, c.owner_id as client_owner_id,
      exists (select from organization_agents po
        join organization_agents co on co.organization_id = po.organization_id
        where po.agent_id = t.provider_id and co.agent_id = t.client_id)
      or exists (select from agent_access pa join agent_access ca on ca.user_id = pa.user_id
        where pa.agent_id = t.provider_id and ca.agent_id = t.client_id) as colleagues,
      t.phase, t.reason, t.terms, t.terms_hash is not null as agreed, happened.*,
      asked.at as asked_at, (select min(e.at) from task_events e
        where e.task_id = t.id and e.seq > asked.seq and e.by = 'provider') as answered_at, t.status_at as ended_at
    from tasks t join agents p on p.id = t.provider_id join agents c on c.id = t.client_id
      cross join lateral (
        select e.seq, e.at from task_events e where e.task_id = t.id and (e.seq = 1 or e.action = 'award')
        order by e.seq desc limit 1) asked
      cross join lateral (
        select bool_or(e.phase in ('working', 'input_required', 'auth_required', 'delivered', 'disputed')) as taken_up,
          coalesce(max(e.seq) filter (where e.phase = 'disputed')
            > coalesce(max(e.seq) filter (where e.action = 'withdrawDispute'), 0), false) as disputed,
          min(e.at) filter (where e.action = 'deliver') as delivered_at
        from task_events e where e.task_id = t.id) happened
    where t.id = any(${[...taskIds]}::text[]) and ${isSettled(reader)}`.execute(reader)
  return rows
}

/** Returns the ids of new rows: a task counts once. */
export async function insertSettledTasks(tx: Tx, settled: readonly SettledTask[]): Promise<Id<'task'>[]> {
  const rows = await tx
    .insertInto('settled_tasks')
    .values([...settled])
    .onConflict((conflict) => conflict.column('task_id').doNothing())
    .returning('task_id')
    .execute()
  return rows.map(({ task_id: id }) => id)
}

/** Adds new tasks to the counters of both parties. Reads at most the latest hundred tasks of a long history. */
export async function addToReputations(tx: Tx, taskIds: readonly Id<'task'>[]): Promise<void> {
  const added = [...taskIds]
  await sql`/* add-to-reputations */
    insert into reputations as known (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed,
      median_response_seconds, settled, deliveries_judged, deliveries_accepted, disputed_as_client, updated_at)
    select agent_id, sum(completed)::int, sum(clients)::int, sum(had_deadline)::int, sum(on_time)::int,
      sum(disputed_as_provider)::int, sum(failed)::int,
      (select percentile_disc(0.5) within group (order by response_seconds) from (
        select response_seconds from settled_tasks where provider_id = agent_id
        order by settled_at desc, task_id desc limit 100) latest),
      sum(settled)::int, sum(judged)::int, sum(accepted)::int, sum(disputed_as_client)::int, ${tx.now}::timestamptz
    from (
      select provider_id as agent_id, count(*) filter (where paid) as completed,
        count(distinct client_owner_id) filter (where paid and not exists (select from settled_tasks before
          where before.provider_id = s.provider_id and before.client_owner_id = s.client_owner_id and before.paid
            and before.task_id <> all(${added}::text[]))) as clients,
        count(on_time) as had_deadline, count(*) filter (where on_time) as on_time,
        count(*) filter (where disputed) as disputed_as_provider, count(*) filter (where not paid) as failed,
        0 as settled, 0 as judged, 0 as accepted, 0 as disputed_as_client
      from settled_tasks s where task_id = any(${added}::text[]) group by provider_id
      union all
      select client_id, 0, 0, 0, 0, 0, 0, count(*), count(accepted), count(*) filter (where accepted),
        count(*) filter (where disputed)
      from settled_tasks where task_id = any(${added}::text[]) group by client_id
    ) sides
    group by agent_id
    on conflict (agent_id) do update set
      completed = known.completed + excluded.completed,
      clients = known.clients + excluded.clients,
      had_deadline = known.had_deadline + excluded.had_deadline,
      on_time = known.on_time + excluded.on_time,
      disputed_as_provider = known.disputed_as_provider + excluded.disputed_as_provider,
      failed = known.failed + excluded.failed,
      median_response_seconds = excluded.median_response_seconds,
      settled = known.settled + excluded.settled,
      deliveries_judged = known.deliveries_judged + excluded.deliveries_judged,
      deliveries_accepted = known.deliveries_accepted + excluded.deliveries_accepted,
      disputed_as_client = known.disputed_as_client + excluded.disputed_as_client,
      updated_at = excluded.updated_at`.execute(tx)
}
