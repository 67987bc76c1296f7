/** Compares acknowledged facts with the database, in both directions. */
import { assertClaim } from '../suite.ts'
import type { Cluster } from './cluster.ts'
import type { Fact } from './planned-call.ts'

/** Everything that calls can write, in the form of acknowledged facts. */
const storedFacts = `
  select 'message ' || (message #>> '{parts,0,text}') as subject, concat_ws(' ', task_id, seq, phase) as value
    from task_events where message is not null and at >= $1
  union all
  select 'canceled ' || task_id, concat_ws(' ', seq, phase) from task_events where action = 'cancel' and at >= $1
  union all
  select 'artifact ' || (artifact #>> '{artifact,parts,0,text}'), task_id
    from task_events where artifact is not null and at >= $1
  union all
  select 'offer ' || note, id from dispute_offers where made_at >= $1
  union all
  select 'listing ' || title, id from listings where created_at >= $1
  union all
  select 'file ' || filename, id from files where created_at >= $1
  union all
  select 'part ' || file_id, encode(sha256, 'hex') from file_parts where created_at >= $1
  union all
  select 'completed ' || id, encode(sha256, 'hex') from files where completed_at >= $1
  union all
  select 'payment ' || split_part(request_key, ' ', 3), concat_ws(' ', id, amount)
    from payments where request_key is not null and created_at >= $1
  union all
  select concat_ws(' ', kinds.shown, ref), sum(amount)::text
    from ledger_postings join ledger_transfers on posting_id = id
    join (values ('hold', 'held'), ('settle', 'settled'), ('rule', 'settled'), ('freeze', 'frozen')) kinds (kind, shown)
      using (kind)
    where ledger_postings.created_at >= $1 group by id, kinds.shown, ref
  union all
  select concat_ws(' ', 'audit', action, target, details ->> 'seq'), details ->> 'phase' from audit_entries
    where action in ('task.awarded', 'task.delivered', 'task.accepted', 'task.disputed', 'task.canceled', 'task.settled',
      'task.settlement_offered') and at >= $1
  union all
  select 'response ' || key, '' from idempotency_keys where created_at >= $1`

/** Returns the number of compared facts. No call may be in flight. */
export async function compareFacts(
  { query }: Pick<Cluster, 'query'>,
  acknowledged: readonly Fact[],
  since: Date,
): Promise<number> {
  const rows = await query(storedFacts, [since])
  const stored = new Map<string, string>()
  for (const { subject, value } of rows) {
    assertClaim(
      !stored.has(String(subject)),
      `done twice: ${String(subject)}, ${stored.get(String(subject))} and ${String(value)}`,
    )
    stored.set(String(subject), String(value))
  }
  for (const [subject, value] of acknowledged) {
    const found = stored.get(subject)
    assertClaim(found !== undefined, `acknowledged but lost: ${subject} ${value}`)
    assertClaim(found === value, `acknowledged and stored values differ: ${subject}, ${value} and ${found}`)
    stored.delete(subject)
  }
  const [extra] = stored
  assertClaim(extra === undefined, `stored but not acknowledged: ${extra?.join(' ')}`)
  return acknowledged.length
}
