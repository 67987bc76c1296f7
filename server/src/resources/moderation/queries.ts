import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { CaseKind, CaseState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import type { StepDetails } from '../../db/tables/moderation-tables.ts'

export type CaseRow = Omit<Selectable<Schema['moderation_cases']>, 'snapshot'>
export type StepRow = Selectable<Schema['moderation_steps']>

const caseColumns = [
  'id',
  'kind',
  'subject_id',
  'agent_id',
  'user_id',
  'organization_id',
  'state',
  'report_count',
  'assignee_id',
  'created_at',
  'updated_at',
] as const

interface CaseSearch {
  readonly state: CaseState | undefined
  readonly subjectId: string | undefined
  readonly kind: CaseKind | undefined
  readonly assignee: string | undefined
  readonly page: PageRequest
}

/** Oldest first; without a state, only cases that need a decision. */
export async function casesAfter(reader: Reader, search: CaseSearch): Promise<CaseRow[]> {
  const { state, subjectId, kind, assignee, page } = search
  const [last = ''] = page.after ?? []
  return reader
    .selectFrom('moderation_cases')
    .select(caseColumns)
    .where('state', 'in', state === undefined ? ['open', 'appealed'] : [state])
    .$if(subjectId !== undefined, (query) =>
      query.where(sql<boolean>`${subjectId} in (subject_id, agent_id, user_id, organization_id)`),
    )
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`kind = ${kind}`))
    .$if(assignee !== undefined, (query) => query.where(sql<boolean>`assignee_id = ${assignee}`))
    .where(sql<boolean>`id > ${last}`)
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
}

const latestMax = 20

/** Latest cases whose subject, agent, person or organization has this id, newest first. */
export async function latestCasesAbout(reader: Reader, id: string): Promise<CaseRow[]> {
  return reader
    .selectFrom('moderation_cases')
    .select(caseColumns)
    .where(sql<boolean>`${id} in (subject_id, agent_id, user_id, organization_id)`)
    .orderBy('id', 'desc')
    .limit(latestMax)
    .execute()
}

export async function lockCase(tx: Tx, id: string): Promise<CaseRow | undefined> {
  if (!isId('mcs', id)) return undefined
  return tx
    .selectFrom('moderation_cases')
    .select(caseColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function getSnapshot(reader: Reader, id: Id<'mcs'>) {
  const { snapshot } = await reader
    .selectFrom('moderation_cases')
    .select('snapshot')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return snapshot
}

/** Locks the open case of a subject, and creates it if there is none. A case under appeal is not open. */
export async function lockOrCreateCase(
  tx: Tx,
  row: Insertable<Schema['moderation_cases']>,
): Promise<{ row: CaseRow; created: boolean }> {
  const { created, ...found } = await tx
    .insertInto('moderation_cases')
    .values(row)
    // An update, because it waits for a concurrent decision and then inserts a new case.
    .onConflict((conflict) =>
      conflict
        .expression(sql`subject_id, coalesce(agent_id, '')`)
        .where(sql<boolean>`state = 'open'`)
        .doUpdateSet({ updated_at: sql`moderation_cases.updated_at` }),
    )
    .returning(caseColumns)
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow()
  return { row: found, created }
}

export async function updateCase(
  tx: Tx,
  id: Id<'mcs'>,
  changes: Updateable<Schema['moderation_cases']>,
): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

interface NewStep {
  readonly action: string
  readonly userId: Id<'usr'> | null
  readonly details: StepDetails
}

/** Requires a lock on the case, which numbers its steps. */
export async function insertStep(
  tx: Tx,
  caseId: Id<'mcs'>,
  { action, userId, details }: NewStep,
): Promise<void> {
  await sql`
    insert into moderation_steps (case_id, seq, at, action, user_id, details)
    select ${caseId}, coalesce(max(seq), 0) + 1, ${tx.now}, ${action}, ${userId}, ${JSON.stringify(details)}::jsonb
    from moderation_steps where case_id = ${caseId}`.execute(tx)
}

const stepsMax = 500

export async function stepsOf(reader: Reader, caseId: Id<'mcs'>): Promise<StepRow[]> {
  return reader
    .selectFrom('moderation_steps')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('seq')
    .limit(stepsMax)
    .execute()
}
