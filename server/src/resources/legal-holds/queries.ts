import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { HoldKind } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type HoldRow = Selectable<Schema['legal_holds']>

/** Kind of the person, agent, organization or task with this id. */
export async function findSubjectKind(reader: Reader, id: string): Promise<HoldKind | undefined> {
  const { rows } = await sql<{ kind: HoldKind }>`
    select 'user' as kind from users where id = ${id}
    union all select 'agent' from agents where id = ${id}
    union all select 'organization' from organizations where id = ${id}
    union all select 'task' from tasks where id = ${id}`.execute(reader)
  return rows[0]?.kind
}

/** Undefined if the subject is already held. */
export async function insertHold(
  tx: Tx,
  row: Insertable<Schema['legal_holds']>,
): Promise<HoldRow | undefined> {
  return tx
    .insertInto('legal_holds')
    .values(row)
    .onConflict((conflict) => conflict.column('subject_id').where('released_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Agents of a task; empty if the ID is not that of a task. */
export async function partiesOf(reader: Reader, id: string): Promise<Id<'agt'>[]> {
  if (!isId('task', id)) return []
  const task = await reader
    .selectFrom('tasks')
    .select(['client_id', 'provider_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return task === undefined ? [] : [task.client_id, task.provider_id]
}

export async function lockHold(tx: Tx, id: string): Promise<HoldRow | undefined> {
  if (!isId('hold', id)) return undefined
  return tx.selectFrom('legal_holds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface Release {
  readonly by: Id<'usr'>
  readonly reason: string
}

export async function releaseHold(tx: Tx, id: Id<'hold'>, { by, reason }: Release): Promise<HoldRow> {
  return tx
    .updateTable('legal_holds')
    .set({ released_by: by, release_reason: reason, released_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface HoldSearch {
  readonly state: 'active' | 'released' | undefined
  readonly subjectId: string | undefined
  readonly page: PageRequest
}

/** Newest first. */
export async function holdsBefore(
  reader: Reader,
  { state, subjectId, page }: HoldSearch,
): Promise<HoldRow[]> {
  return reader
    .selectFrom('legal_holds')
    .selectAll()
    .$if(state === 'active', (query) => query.where('released_at', 'is', null))
    .$if(state === 'released', (query) => query.where('released_at', 'is not', null))
    .$if(subjectId !== undefined, (query) => query.where(sql<boolean>`subject_id = ${subjectId}`))
    .where('id', '<', idBefore('hold', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function findActiveHold(reader: Reader, subjectId: string): Promise<HoldRow | undefined> {
  return reader
    .selectFrom('legal_holds')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
}

/** A person whose account, agents or tasks are under a legal hold. */
export async function isHeldPerson(reader: Reader, userId: Id<'usr'>): Promise<boolean> {
  return holds(
    reader,
    sql`is_held_user(${userId}) or exists (select from agents a where a.owner_id = ${userId} and (is_held_agent(a.id)
      or exists (select from legal_holds h join tasks t on t.id = h.subject_id
        where h.kind = 'task' and h.released_at is null and a.id in (t.client_id, t.provider_id))))`,
  )
}

/** An organization, or an agent that works for it. */
export async function isHeldOrganization(reader: Reader, id: Id<'org'>): Promise<boolean> {
  return holds(
    reader,
    sql`exists (select from legal_holds where released_at is null and (subject_id = ${id}
      or subject_id in (select agent_id from organization_agents where organization_id = ${id})))`,
  )
}

async function holds(reader: Reader, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${condition} as held`.execute(reader)
  return rows[0]?.held === true
}
