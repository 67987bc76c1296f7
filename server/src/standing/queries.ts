import { sql } from 'kysely'
import type { Standing } from 'souk-contract'
import { authorityTopic } from '../authority/topics.ts'
import { defineReads } from '../db/batch.ts'
import type { Reader, Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

interface Subjects {
  readonly agentId: Id<'agt'> | null
  readonly userId?: Id<'usr'>
  readonly keyId?: Id<'key'>
}

const selectStandings = defineReads<Subjects, { readonly standings: Standing[] }>(
  sql`"agentId" text, "userId" text, "keyId" text`,
  (queries) => sql`/* standings */
    select w.place, array(
      select standing from agents where id = w."agentId"
      union all select standing from users where id = w."userId"
      union all select u.standing from agent_keys k join users u on u.id = k.held_by where k.id = w."keyId") as standings
    from ${queries} w`,
)

/** Standings of an agent and of a person; of a key, the person who holds it. */
export async function standingsBehind(reader: Reader, subjects: Subjects): Promise<Standing[]> {
  return (await reader.batch(selectStandings, subjects))?.standings ?? []
}

interface NewStanding {
  readonly subjectId: string
  readonly level: Exclude<Standing, 'good'>
  readonly until: Date | null
  readonly decisionId: Id<'mdc'>
}

/** Replaces the standing of an agent, person or organization. */
export async function saveStanding(
  tx: Tx,
  { subjectId, level, until, decisionId }: NewStanding,
): Promise<void> {
  await tx
    .insertInto('standings')
    .values({ subject_id: subjectId, level, until, decision_id: decisionId, created_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .column('subject_id')
        .doUpdateSet({ level, until, decision_id: decisionId, created_at: tx.now }),
    )
    .execute()
  await applyStanding(tx, subjectId)
}

/** Ends the standing that these decisions set. Returns false if another decision has replaced it. */
export async function endStanding(
  tx: Tx,
  subjectId: string,
  decisionIds: readonly Id<'mdc'>[],
): Promise<boolean> {
  const ended = await tx
    .deleteFrom('standings')
    .where('subject_id', '=', subjectId)
    .where('decision_id', 'in', [...decisionIds])
    .returning('subject_id')
    .executeTakeFirst()
  if (ended === undefined) return false
  await applyStanding(tx, subjectId)
  return true
}

/** Ends the standings whose date has come; returns the decisions that set them. */
export async function endDueStandings(tx: Tx, limit: number): Promise<Id<'mdc'>[]> {
  const { rows } = await sql<{ subject_id: string; decision_id: Id<'mdc'> }>`/* standings-due */
    delete from standings where subject_id in (
      select subject_id from standings where until <= ${tx.now} order by until limit ${limit} for update skip locked)
    returning subject_id, decision_id`.execute(tx)
  for (const { subject_id: subjectId } of rows) await applyStanding(tx, subjectId)
  return rows.map(({ decision_id: decisionId }) => decisionId)
}

/** Copies the standing to the person or organization, and to every agent that it concerns. */
async function applyStanding(tx: Tx, subjectId: string): Promise<void> {
  const own = sql`coalesce((select level from standings where subject_id = ${subjectId}), 'good')`
  await sql`update users set standing = ${own} where id = ${subjectId}`.execute(tx)
  await sql`update organizations set standing = ${own} where id = ${subjectId}`.execute(tx)
  const { rows } = await sql<{ id: Id<'agt'> }>`
    select id from agents where id = ${subjectId} or owner_id = ${subjectId}
    union select agent_id from organization_agents where organization_id = ${subjectId}`.execute(tx)
  tx.publish(`standing:${subjectId}`)
  await refreshStanding(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * Copies to agents the strictest standing of agent, owner and organization. Every change of one of these calls it, after
 * it has locked the person or organization, so that a concurrent decision either sees the change or is seen here.
 */
export async function refreshStanding(tx: Tx, agentIds: readonly Id<'agt'>[]): Promise<void> {
  if (agentIds.length === 0) return
  // A statement of its own: the next one must see what the previous holder of the lock has committed.
  await sql`select from agents where id = any(${[...agentIds]}) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: Id<'agt'> }>`
    with effective as (
      select a.id, case when coalesce(bool_or(s.level = 'suspended'), false) then 'suspended'
        when count(s.level) > 0 then 'restricted' else 'good' end as standing
      from agents a left join organization_agents assigned on assigned.agent_id = a.id
        left join standings s on s.subject_id in (a.id, a.owner_id, assigned.organization_id)
      where a.id = any(${[...agentIds]})
      group by a.id
    )
    update agents a set standing = effective.standing, updated_at = ${tx.now},
      visibility = case when effective.standing = 'suspended' then 'private'
        else coalesce(a.chosen_visibility, a.visibility) end,
      chosen_visibility = case when effective.standing = 'suspended'
        then coalesce(a.chosen_visibility, a.visibility) end
    from effective where effective.id = a.id and a.standing <> effective.standing
    returning a.id`.execute(tx)
  for (const { id } of rows) {
    tx.publish(`profile:${id}`)
    tx.publish(authorityTopic.agent(id))
  }
}
