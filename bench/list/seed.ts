import { array, json } from '../lib/sql.ts'
import type { Traders, Environment } from '../lib/environment.ts'

interface TaskCounts {
  readonly tasks: number
  /** Number of tasks of the first provider, interleaved with those of others. */
  readonly ofFirstProvider: number
}

const message = { messageId: 'msg_01', role: 'ROLE_USER', parts: [{ text: 'Please translate the letter.' }] }
const batchSize = 100_000

/** Seeds open tasks with two messages each, created one second apart. */
export async function seedTasks(
  { query }: Environment,
  { clients, providers }: Traders,
  { tasks, ofFirstProvider }: TaskCounts,
): Promise<void> {
  const client = `(${array(clients.map(({ agent }) => agent.id))})[1 + n % ${clients.length}]`
  const [first, ...others] = providers.map(({ agent }) => agent.id)
  const provider = `case n % ${Math.floor(tasks / ofFirstProvider)} when 0 then '${first}'
    else (${array(others)})[1 + n % ${others.length}] end`
  // Skips foreign-key checks; the referenced rows exist.
  await query('set session_replication_role = replica')
  for (let from = 1; from <= tasks; from += batchSize) {
    const numbers = `generate_series(${from}, ${Math.min(tasks, from + batchSize - 1)}) n`
    await query(`with numbered as materialized (
      select n, now() - (${tasks} - n) * interval '1 second' as at, ${client} as client, ${provider} as provider from ${numbers}
    ), tasks as (
      insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, held, book,
        currency, has_work, was_delivered, revisions, due_at, warn_at, created_at)
      select 'task_' || lpad(to_hex(extract(epoch from at)::bigint), 12, '0') || substr(md5(n::text), 1, 14),
        'ctx_' || n, provider, client, 'working', 2, 2, at, '{}', 0, 'sandbox', 'USD', false, false, 0,
        now() + interval '30 days', now() + interval '29 days', at from numbered
      returning id, status_at
    )
    insert into task_events (task_id, seq, at, action, by, phase, message)
    select id, seq, status_at, 'message', case seq when 1 then 'client' else 'provider' end, 'working', ${json(message)}
    from tasks, generate_series(1, 2) seq`)
  }
  await query('reset session_replication_role')
  await query('vacuum analyze')
}
