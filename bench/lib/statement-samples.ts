import { setTimeout as delay } from 'node:timers/promises'
import { connectTo } from '../../server/test/fixtures/database/bench-database.ts'

const intervalMs = 5
const shareMin = 0.03

/** Average number of connections per statement and wait event during `work`, in descending order. */
export async function sampleStatements(
  url: string,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const connection = await connectTo(url)
  const seen = new Map<string, number>()
  const working = new AbortController()
  let samples = 0
  const sampling = async () => {
    while (!working.signal.aborted) {
      for (const { what } of await connection.query(activity))
        seen.set(String(what), (seen.get(String(what)) ?? 0) + 1)
      samples += 1
      await delay(intervalMs)
    }
  }
  const sampled = sampling()
  try {
    await work()
  } finally {
    working.abort()
    await sampled
    await connection.end()
  }
  const shares = [...seen].map(([what, count]) => [what, Number((count / samples).toFixed(2))] as const)
  return Object.fromEntries(shares.filter(([, share]) => share >= shareMin).toSorted(([, a], [, b]) => b - a))
}

/** Names a statement by its comment or its first words. A connection idle in transaction waits for the server. */
const activity = {
  text: `
  select coalesce(substring(query from '/\\* ([a-z-]+) \\*/'), substring(lower(query) from '^\\s*(\\w+(?: \\w+)?)')) ||
    case when state <> 'active' then ', waiting for the server'
      when wait_event_type is null then ''
      when wait_event ilike 'wal%' then ', waiting for the WAL'
      else ', waiting for ' || lower(wait_event_type) end as what
  from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
  values: [],
}
