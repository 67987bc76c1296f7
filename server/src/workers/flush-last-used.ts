import { sql } from 'kysely'
import type { Store } from '../db/transact.ts'
import { minute } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'
import { sessionIdleMs } from '../resources/sessions/rules.ts'

/** Remembers which keys and sessions were used, and writes it down in batches instead of once per call. */
export interface Touches {
  session(id: Id<'ses'>, at: Date): void
  key(id: Id<'key'>, at: Date): void
  flush(store: Store): Promise<number>
}

export function createTouches(): Touches {
  const sessions = new Map<string, Date>()
  const keys = new Map<string, Date>()
  return {
    session: (id, at) => void sessions.set(id, at),
    key: (id, at) => void keys.set(id, at),
    flush: async (store) => {
      const seen = drain(sessions)
      const used = drain(keys)
      if (seen.ids.length > 0) await store.write((tx) => touchSessions(seen).execute(tx))
      if (used.ids.length > 0) await store.write((tx) => touchKeys(used).execute(tx))
      return 0
    },
  }
}

interface Batch {
  ids: string[]
  times: Date[]
}

function drain(touched: Map<string, Date>): Batch {
  const batch = {
    ids: [...touched.keys()].toSorted(),
    times: [...touched.keys()].toSorted().map((id) => touched.get(id) ?? new Date(0)),
  }
  touched.clear()
  return batch
}

/** Once a minute is often enough to know when something was last used. */
function touchSessions({ ids, times }: Batch) {
  return sql`
    update sessions s set last_seen_at = t.at,
      idle_expires_at = t.at + ${sessionIdleMs} * interval '1 millisecond'
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where s.id = t.id and s.last_seen_at < t.at - ${minute} * interval '1 millisecond'`
}

function touchKeys({ ids, times }: Batch) {
  return sql`
    update agent_keys k set last_used_at = t.at
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where k.id = t.id and (k.last_used_at is null or k.last_used_at < t.at - ${minute} * interval '1 millisecond')`
}
