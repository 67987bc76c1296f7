/** Compares what callers were told with what is there, both ways. */
import { assertClaim } from '../suite.ts'
import type { Cluster } from './cluster.ts'
import type { Fact } from './actions.ts'

/** Whatever a call can leave behind, told as its answer would tell it. */
const keptFacts = `
  select 'words ' || (message #>> '{parts,0,text}') as subject, concat_ws(' ', task_id, seq, phase) as saying
    from task_events where message is not null and at >= $1
  union all
  select 'canceled ' || task_id, concat_ws(' ', seq, phase) from task_events where action = 'cancel' and at >= $1
  union all
  select 'piece ' || (artifact #>> '{artifact,parts,0,text}'), task_id
    from task_events where artifact is not null and at >= $1
  union all
  select 'listing ' || title, id from listings where created_at >= $1
  union all
  select 'payment ' || request_key, concat_ws(' ', id, amount)
    from payments where request_key is not null and created_at >= $1
  union all
  select concat_ws(' ', kinds.shown, ref), sum(amount)::text
    from ledger_postings join ledger_transfers on posting_id = id
    join (values ('hold', 'held'), ('settle', 'settled'), ('rule', 'settled'), ('freeze', 'frozen')) kinds (kind, shown)
      using (kind)
    where ledger_postings.created_at >= $1 group by id, kinds.shown, ref
  union all
  select concat_ws(' ', 'audit', action, target, details ->> 'seq'), details ->> 'phase' from audit_entries
    where action in ('task.awarded', 'task.delivered', 'task.accepted', 'task.disputed', 'task.canceled') and at >= $1
  union all
  select 'answer ' || key, '' from idempotency_keys where created_at >= $1`

/** Answers how many facts were compared. Nothing may be under way. */
export async function compareFacts(
  { query }: Pick<Cluster, 'query'>,
  told: readonly Fact[],
  since: Date,
): Promise<number> {
  const rows = await query(keptFacts, [since])
  const kept = new Map<string, string>()
  for (const { subject, saying } of rows) {
    assertClaim(
      !kept.has(String(subject)),
      `done twice: ${String(subject)}, ${kept.get(String(subject))} and ${String(saying)}`,
    )
    kept.set(String(subject), String(saying))
  }
  for (const [subject, saying] of told) {
    const found = kept.get(subject)
    assertClaim(found !== undefined, `lost after it was acknowledged: ${subject} ${saying}`)
    assertClaim(
      found === saying,
      `acknowledged as one thing and kept as another: ${subject}, ${saying} and ${found}`,
    )
    kept.delete(subject)
  }
  const [extra] = kept
  assertClaim(extra === undefined, `done, though nobody was told so: ${extra?.join(' ')}`)
  return told.length
}
