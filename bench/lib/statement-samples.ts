import { setTimeout as delay } from 'node:timers/promises'
import { connectTo } from '../../server/test/fixtures/bench-database.ts'

const everyMs = 5
const shownMin = 0.03

/** How many connections are at which statement on average, and what they wait for; the most first. */
export async function statementsDuring(
  url: string,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const connection = await connectTo(url)
  const seen = new Map<string, number>()
  const working = new AbortController()
  let looks = 0
  const sampling = async () => {
    while (!working.signal.aborted) {
      for (const { what } of await connection.query(activity))
        seen.set(String(what), (seen.get(String(what)) ?? 0) + 1)
      looks += 1
      await delay(everyMs)
    }
  }
  const sampled = sampling()
  await work().finally(() => working.abort())
  await sampled
  await connection.end()
  const shares = [...seen].map(([what, count]) => [what, Number((count / looks).toFixed(2))] as const)
  return Object.fromEntries(shares.filter(([, share]) => share >= shownMin).toSorted(([, a], [, b]) => b - a))
}

/** A statement by its name, or by its first words; between two of a transaction it is the server that is waited for. */
const activity = {
  text: `
  select coalesce(substring(query from '/\\* ([a-z-]+) \\*/'), substring(lower(query) from '^\\s*(\\w+(?: \\w+)?)')) ||
    case when state <> 'active' then ', waiting for the server'
      when wait_event_type is null then ''
      when wait_event ilike 'wal%' then ', waiting for the log'
      else ', waiting for ' || lower(wait_event_type) end as what
  from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
  values: [],
}
