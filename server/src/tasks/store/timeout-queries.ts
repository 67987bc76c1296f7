import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'

/** Timeouts and warnings pause while the market is read-only. The worker decides by the committed policy. */
export const timeoutsRun = ({ settings }: Pick<Tx, 'settings'>) =>
  sql<boolean>`${!settings.policy.readOnly}::boolean`

/** A task whose deadline has passed too gets no warning. */
export const isTaskToWarn = (now: Date) => sql<boolean>`(warn_at <= ${now} and due_at > ${now})`

export const isOfferToWarn = (now: Date) =>
  sql<boolean>`(state = 'open' and warn_at <= ${now} and expires_at > ${now})`

/** The task with the oldest passed deadline that no other transaction has locked. */
export async function lockDueTask(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where due_at <= ${tx.now} and id <> all(${[...except]}::text[])
    order by due_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}

/** The task whose warning is due first. */
export async function lockTaskToWarn(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where ${isTaskToWarn(tx.now)} and id <> all(${[...except]}::text[])
    order by warn_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}

/** Locks the reviews of deliveries that contain a file of the provider. */
export async function lockReviewsOf(tx: Tx, fileId: Id<'file'>): Promise<readonly TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.* from tasks t join file_uses u on u.task_id = t.id join files f on f.id = u.file_id
    where f.id = ${fileId} and t.phase = 'delivered' and ${isDelivered}
    order by t.id for no key update of t`.execute(tx)
  return rows
}

/** Whether the virus scanner has not checked a file of the delivery yet. */
export async function waitsForScan(tx: Tx, taskId: Id<'task'>): Promise<boolean> {
  const { rows } = await sql`
    select from tasks t join file_uses u on u.task_id = t.id join files f on f.id = u.file_id
    where t.id = ${taskId} and f.scan = 'pending' and ${isDelivered} limit 1`.execute(tx)
  return rows.length > 0
}

/** The provider sent file `f` with the delivery of task `t` or before it. */
const isDelivered = sql`f.agent_id = t.provider_id and u.created_at <= t.delivered_at`

interface OfferToWarn {
  readonly offer_id: Id<'off'>
  readonly task_id: Id<'task'>
  /** The other side, which can accept it. */
  readonly agent_id: Id<'agt'>
  readonly role: 'client' | 'provider'
}

/** Takes open settlement offers whose warning is due, each once. */
export async function takeOffersToWarn(tx: Tx, limit: number): Promise<readonly OfferToWarn[]> {
  const { rows } = await sql<OfferToWarn>`
    with due as (
      select id from dispute_offers where ${isOfferToWarn(tx.now)}
      order by warn_at limit ${limit} for update skip locked)
    update dispute_offers o set warn_at = null from due, tasks t where o.id = due.id and t.id = o.task_id
    returning o.id as offer_id, t.id as task_id,
      case o.side when 'client' then t.provider_id else t.client_id end as agent_id,
      case o.side when 'client' then 'provider' else 'client' end as role`.execute(tx)
  return rows
}
