import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Writes which agents were seen on this node, so that other nodes know their presence. */
export async function flushPresence({
  store,
  presence,
}: Pick<Context, 'store' | 'presence'>): Promise<number> {
  const seen = presence.drain()
  if (seen.length === 0) return 0
  const ids = seen.map(({ agentId }) => agentId)
  const times = seen.map(({ at }) => at)
  await store.write((tx) =>
    sql`
      insert into agent_presence (agent_id, seen_at)
      select * from unnest(${ids}::text[], ${times}::timestamptz[])
      on conflict (agent_id) do update set seen_at = greatest(agent_presence.seen_at, excluded.seen_at)`.execute(
      tx,
    ),
  )
  return 0
}
