import { sql, type Selectable } from 'kysely'
import type { CaseKind, CaseState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type ReportRow = Selectable<Schema['reports']>
export type OwnReport = ReportRow & {
  readonly kind: CaseKind
  readonly subject_id: string
  readonly case_state: CaseState
}

/** Counts the reports of a person in the last 24 hours, under a lock on the person, and returns whether their address is verified. */
export async function lockReporter(tx: Tx, userId: Id<'usr'>): Promise<{ sent: number; verified: boolean }> {
  const { rows } = await sql<{ verified: boolean }>`
    select email_verified_at is not null as verified from users where id = ${userId} for no key update`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('reports')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('reporter_id', '=', userId)
    .where('created_at', '>', after(tx.now, -day))
    .executeTakeFirstOrThrow()
  return { sent: Number(count), verified: rows[0]?.verified === true }
}

/** Inserts the report, or returns the one that the person has already sent to this case. */
export async function saveReport(tx: Tx, report: ReportRow): Promise<{ row: ReportRow; created: boolean }> {
  const created = await tx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created !== undefined) return { row: created, created: true }
  const row = await tx
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', report.case_id)
    .where('reporter_id', '=', report.reporter_id)
    .executeTakeFirstOrThrow()
  return { row, created: false }
}

export async function reportsBy(reader: Reader, userId: Id<'usr'>, page: PageRequest): Promise<OwnReport[]> {
  return reader
    .selectFrom('reports')
    .innerJoin('moderation_cases as c', 'c.id', 'reports.case_id')
    .selectAll('reports')
    .select(['c.kind', 'c.subject_id', 'c.state as case_state'])
    .where('reporter_id', '=', userId)
    .where('reports.id', '<', idBefore('rep', page))
    .orderBy('reports.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Reports that a case keeps and shows with their texts, which bounds the storage of mass reports. */
export const textsMax = 100

export async function reportsOf(reader: Reader, caseId: Id<'mcs'>): Promise<ReportRow[]> {
  return reader
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .limit(textsMax)
    .execute()
}

export async function hasReported(reader: Reader, caseId: Id<'mcs'>, userId: Id<'usr'>): Promise<boolean> {
  const row = await reader
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('reporter_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
