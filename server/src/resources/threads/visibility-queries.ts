/** The only place that decides which messages of its threads an agent reads. */
import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../lib/ids.ts'

/** Whether the thread of message `m` has more than two participants. */
const inGroup = sql<boolean>`(
  select count(*) > 2 from thread_participants o where o.thread_id = m.thread_id)`

/**
 * SQL condition: participant `readerId` reads message `m`. In a group, messages of agents that it blocks are hidden; two
 * participants keep their history, and neither can write. A message that the operators have hidden is shown to its
 * author only.
 */
export function readsMessage(
  readerId: Id<'agt'>,
  several: RawBuilder<boolean> = inGroup,
): RawBuilder<boolean> {
  return sql<boolean>`((not ${several} or m.agent_id not in (select blocked_id from blocks where blocker_id = ${readerId}))
    and (m.hidden_at is null or m.agent_id = ${readerId}))`
}
