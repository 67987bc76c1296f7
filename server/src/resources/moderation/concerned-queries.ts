import { sql } from 'kysely'
import type { CaseKind } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { CaseRow } from './queries.ts'

/** Agents that a subject concerns besides the one that answers for it. */
const selections: Readonly<Partial<Record<CaseKind, (id: string) => ReturnType<typeof sql>>>> = {
  task: (id) => sql`select unnest(array[client_id, provider_id]) as id from tasks where id = ${id}`,
  review: (id) => sql`select unnest(array[from_id, agent_id]) as id from reviews where id = ${id}`,
  comment: (id) =>
    sql`select p.author_id as id from comments c join posts p on p.id = c.post_id where c.id = ${id}`,
  message: (id) => sql`select p.agent_id as id from thread_messages m
    join thread_participants p on p.thread_id = m.thread_id where m.id = ${id}`,
}

/** The agent that answers, the other parties of the subject, and agents that have reported it. */
export async function agentsConcernedBy(reader: Reader, row: CaseRow): Promise<Id<'agt'>[]> {
  const parties = selections[row.kind]?.(row.subject_id) ?? sql`select null as id`
  const { rows } = await sql<{ id: Id<'agt'> }>`
    select id from (
      select ${row.agent_id}::text as id
      union ${parties}
      union select agent_id from reports where case_id = ${row.id}
    ) agents where id is not null`.execute(reader)
  return rows.map(({ id }) => id)
}
