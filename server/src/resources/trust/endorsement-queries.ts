import { sql, type Insertable } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { agentsNamed, haveCompleted } from './queries.ts'

export interface EndorsementRow {
  readonly id: Id<'end'>
  readonly skill: string
  readonly from_id: Id<'agt'>
  readonly from: AgentReference
  readonly note: string | null
  readonly verified: boolean
  readonly created_at: Date
}

/** Undefined if the agent has already endorsed the skill. */
export async function insertEndorsement(
  tx: Tx,
  endorsement: Insertable<Schema['endorsements']>,
): Promise<Id<'end'> | undefined> {
  const inserted = await tx
    .insertInto('endorsements')
    .values(endorsement)
    .onConflict((conflict) => conflict.columns(['agent_id', 'skill', 'from_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Endorsements by agents that are not archived. */
function endorsements(reader: Reader) {
  return reader
    .selectFrom('endorsements as e')
    .innerJoin('agents as f', 'f.id', 'e.from_id')
    .select(['e.id', 'e.skill', 'e.from_id', 'e.note', 'e.created_at'])
    .select(referenceTo(reader, 'f').as('from'))
    .select(haveCompleted(sql.ref('e.from_id'), sql.ref('e.agent_id')).as('verified'))
    .where('f.archived_at', 'is', null)
}

export async function getEndorsement(reader: Reader, id: Id<'end'>): Promise<EndorsementRow> {
  return endorsements(reader).where('e.id', '=', id).executeTakeFirstOrThrow()
}

export async function endorsementsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { skill, page }: { skill: string | undefined; page: PageRequest },
): Promise<EndorsementRow[]> {
  return endorsements(reader)
    .where('e.agent_id', '=', agentId)
    .$if(skill !== undefined, (query) => query.where(sql<boolean>`e.skill = ${skill}`))
    .where('e.id', '<', idBefore('end', page))
    .orderBy('e.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Deletes an endorsement of the named agent by this author. */
export async function deleteEndorsement(
  tx: Tx,
  { id, fromId, name }: { id: Id<'end'>; fromId: Id<'agt'>; name: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('endorsements')
    .where('id', '=', id)
    .where('from_id', '=', fromId)
    .where('agent_id', 'in', agentsNamed(tx, name))
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function isEndorsementOf(reader: Reader, id: Id<'end'>, agentId: Id<'agt'>): Promise<boolean> {
  const found = await endorsements(reader)
    .where('e.id', '=', id)
    .where('e.agent_id', '=', agentId)
    .executeTakeFirst()
  return found !== undefined
}
