import { sql } from 'kysely'
import { streamStates } from '../audit/stream/queries.ts'
import type { Reader, Tx } from '../db/transact.ts'
import { minute, second } from '../lib/clock.ts'
import { sessionIdleMs } from '../resources/sessions/rules.ts'
import { firstDueIn, queuesOf } from './queue-queries.ts'

/** Ids in ascending order, which prevents deadlocks, and the time of each. */
export interface UsedTimes {
  readonly ids: string[]
  readonly times: Date[]
}

/** Skips rows updated within the last minute, which saves most writes. */
export async function updateSessions(tx: Tx, { ids, times }: UsedTimes): Promise<void> {
  await sql`
    update sessions s set last_seen_at = t.at,
      idle_expires_at = t.at + ${sessionIdleMs} * interval '1 millisecond'
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where s.id = t.id and s.last_seen_at < t.at - ${minute} * interval '1 millisecond'`.execute(tx)
}

export async function updateKeys(tx: Tx, { ids, times }: UsedTimes): Promise<void> {
  await sql`
    update agent_keys k set last_used_at = t.at
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where k.id = t.id
      and (k.last_used_at is null or k.last_used_at < t.at - ${minute} * interval '1 millisecond')`.execute(
    tx,
  )
}

export async function savePresence(
  tx: Tx,
  seen: readonly { readonly agentId: string; readonly at: Date }[],
): Promise<void> {
  const ids = seen.map(({ agentId }) => agentId)
  const times = seen.map(({ at }) => at)
  await sql`
    insert into agent_presence (agent_id, seen_at)
    select * from unnest(${ids}::text[], ${times}::timestamptz[])
    on conflict (agent_id) do update set seen_at = greatest(agent_presence.seen_at, excluded.seen_at)`.execute(
    tx,
  )
}

/** Age of the oldest due row of each queue, in seconds. */
export async function measureLag(reader: Reader): Promise<Record<string, number>> {
  const queues = Object.entries(queuesOf(reader)).map(
    ([name, queue]) => sql`(${sql.lit(name)}, ${firstDueIn(queue)})`,
  )
  const { rows } = await sql<{ work: string; seconds: number }>`
    select work, greatest(0, extract(epoch from ${reader.now}::timestamptz - due))::float8 as seconds
    from (values
      ('events', (select at from outbox order by written limit 1)),
      ${sql.join(queues, sql`, `)}
    ) waiting (work, due)`.execute(reader)
  const streams = (await streamStates(reader)).map(({ name, oldest }) => ({
    work: `audit ${name}`,
    seconds: oldest === null ? 0 : Math.max(0, (reader.now.getTime() - oldest.getTime()) / second),
  }))
  return Object.fromEntries([...rows, ...streams].map(({ work, seconds }) => [work, seconds ?? 0]))
}
