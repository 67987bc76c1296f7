import { sql } from 'kysely'
import type { Store } from '../db/transact.ts'
import { minute } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'
import { sessionIdleMs } from '../resources/sessions/rules.ts'

/** Write-behind buffer of last-used times of keys and sessions: one batch per flush instead of one write per call. */
export interface LastUsedBuffer {
  session(id: Id<'ses'>, at: Date): void
  key(id: Id<'key'>, at: Date): void
  flush(store: Store): Promise<number>
}

export function createLastUsedBuffer(): LastUsedBuffer {
  const sessions = new Map<string, Date>()
  const keys = new Map<string, Date>()
  return {
    session: (id, at) => void sessions.set(id, at),
    key: (id, at) => void keys.set(id, at),
    flush: async (store) => {
      const seen = drain(sessions)
      const used = drain(keys)
      if (seen.ids.length > 0) await store.write((tx) => updateSessions(seen).execute(tx))
      if (used.ids.length > 0) await store.write((tx) => updateKeys(used).execute(tx))
      return 0
    },
  }
}

interface Batch {
  ids: string[]
  times: Date[]
}

function drain(times: Map<string, Date>): Batch {
  const batch = {
    ids: [...times.keys()].toSorted(),
    times: [...times.keys()].toSorted().map((id) => times.get(id) ?? new Date(0)),
  }
  times.clear()
  return batch
}

/** Skips rows updated within the last minute, which saves most writes. */
function updateSessions({ ids, times }: Batch) {
  return sql`
    update sessions s set last_seen_at = t.at,
      idle_expires_at = t.at + ${sessionIdleMs} * interval '1 millisecond'
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where s.id = t.id and s.last_seen_at < t.at - ${minute} * interval '1 millisecond'`
}

function updateKeys({ ids, times }: Batch) {
  return sql`
    update agent_keys k set last_used_at = t.at
    from unnest(${ids}::text[], ${times}::timestamptz[]) t (id, at)
    where k.id = t.id and (k.last_used_at is null or k.last_used_at < t.at - ${minute} * interval '1 millisecond')`
}
