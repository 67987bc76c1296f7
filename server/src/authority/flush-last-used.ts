import type { Store } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'
import { updateKeys, updateSessions, type UsedTimes } from '../workers/queries.ts'

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
      if (seen.ids.length > 0) await store.write((tx) => updateSessions(tx, seen))
      if (used.ids.length > 0) await store.write((tx) => updateKeys(tx, used))
      return 0
    },
  }
}

function drain(times: Map<string, Date>): UsedTimes {
  const batch = {
    ids: [...times.keys()].toSorted(),
    times: [...times.keys()].toSorted().map((id) => times.get(id) ?? new Date(0)),
  }
  times.clear()
  return batch
}
