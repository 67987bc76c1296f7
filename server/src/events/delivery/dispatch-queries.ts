import { sql } from 'kysely'
import { defaultWebhookKinds } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { withdrawal, type NewDelivery, type EventWithTargets, type WithdrawnTask } from './fan-out.ts'
import { hostOf } from './lease-queries.ts'

const batchSize = 500

interface NextEvents {
  /** Number of examined events. */
  readonly seen: number
  /** Events with targets, or with deliveries to withdraw. */
  readonly matched: readonly EventWithTargets[]
}

/**
 * Takes the next events with their targets and advances the position. Empty while another node holds the position. A
 * config belongs to one agent, so it follows that agent's copy of a task event.
 */
export async function takeNextEvents(tx: Tx): Promise<NextEvents> {
  const { rows } = await sql<EventWithTargets & { seen: number }>`/* events-to-deliver */
    with place as (select number from webhook_cursor for update skip locked),
    next as materialized (
      select e.number, e.id, e.at, e.agent_id, e.kind, e.subject, e.data,
        array(select w.endpoint from webhooks w where w.agent_id = e.agent_id and w.status = 'active'
          and e.kind = any(coalesce(w.kinds, ${[...defaultWebhookKinds]}::text[])) order by w.id) as endpoints,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.config_id, 'host', ${hostOf(sql`c.url`)})
            order by c.created_at, c.config_id) from push_configs c
          where c.task_id = e.subject and c.agent_id = e.agent_id and e.kind like 'task.%'), '[]') as configs
      from events e where e.number > (select number from place) order by e.number limit ${batchSize}),
    looked as (select count(*)::int as seen, max(number) as last from next),
    moved as (update webhook_cursor set number = looked.last from looked where looked.seen > 0)
    select looked.seen, next.* from looked
      left join next on next.endpoints <> '{}' or next.configs <> '[]' or next.data ->> 'reason' = ${withdrawal}
    order by next.number`.execute(tx)
  return { seen: rows[0]?.seen ?? 0, matched: rows.filter(({ id }) => id !== null) }
}

/** PostgreSQL limits the parameters of a statement. */
const rowsMax = 1000

/** Idempotent: one delivery per event and address. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += rowsMax) {
    await tx
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(start, start + rowsMax))
      .onConflict((conflict) => conflict.columns(['endpoint', 'event_id']).doNothing())
      .execute()
  }
}

/**
 * Deletes queued deliveries to clients who must not learn of a task. None of them was sent, because they are held back.
 */
export async function removeWithdrawn(tx: Tx, withdrawn: readonly WithdrawnTask[]): Promise<void> {
  const agents = withdrawn.map(({ agentId }) => agentId)
  const tasks = withdrawn.map(({ taskId }) => taskId)
  await sql`
    delete from webhook_deliveries d
    using unnest(${agents}::text[], ${tasks}::text[]) as gone (agent_id, task_id)
    where d.agent_id = gone.agent_id and d.task_id = gone.task_id and d.status = 'pending'`.execute(tx)
}
