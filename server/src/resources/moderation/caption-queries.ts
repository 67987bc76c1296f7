import { sql } from 'kysely'
import type { Person, ReportReason } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

/** Caption of a case in lists. */
export interface Caption {
  readonly id: Id<'mcs'>
  readonly title: string | null
  readonly agent_handle: string | null
  readonly agent_name: string | null
  readonly assignee_name: string | null
  readonly reasons: ReportReason[]
}

const titleLength = 120

/** Titles come from the snapshots. Messages and tasks have none, because reading private content is recorded. */
export async function captionsOf(
  reader: Reader,
  ids: readonly Id<'mcs'>[],
): Promise<ReadonlyMap<Id<'mcs'>, Caption>> {
  const { rows } = await sql<Caption>`
    select c.id, a.handle as agent_handle, a.display_name as agent_name, u.display_name as assignee_name,
      case when c.kind in ('message', 'task') then null
        else left(coalesce(c.snapshot ->> 'title', c.snapshot ->> 'displayName', c.snapshot ->> 'text'), ${titleLength})
      end as title,
      array(select distinct r.reason from reports r where r.case_id = c.id order by 1) as reasons
    from moderation_cases c
    left join agents a on a.id = c.agent_id
    left join users u on u.id = c.assignee_id
    where c.id = any(${[...ids]})`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export function captionIn(captions: ReadonlyMap<Id<'mcs'>, Caption>, id: Id<'mcs'>): Caption {
  return (
    captions.get(id) ?? {
      id,
      title: null,
      agent_handle: null,
      agent_name: null,
      assignee_name: null,
      reasons: [],
    }
  )
}

const peopleMax = 300

/** Reporters, operators and owners whom a case mentions. */
export async function peopleOf(reader: Reader, caseId: Id<'mcs'>): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.display_name as "displayName" from users u
    where u.id in (
      select user_id from moderation_cases where id = ${caseId}
      union select assignee_id from moderation_cases where id = ${caseId}
      union select reporter_id from reports where case_id = ${caseId}
      union select user_id from moderation_steps where case_id = ${caseId}
      union select decided_by from moderation_decisions where case_id = ${caseId}
      union select appeal_decided_by from moderation_decisions where case_id = ${caseId})
    order by u.id limit ${sql.lit(peopleMax)}`.execute(reader)
  return rows
}
