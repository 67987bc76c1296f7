import type { AdminContract, CaseDetails } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { captionIn, captionsOf, peopleOf } from './caption-queries.ts'
import { decisionsOf } from './decision-queries.ts'
import { getSnapshot, lockCase, stepsOf, type CaseRow } from './queries.ts'
import { reportsOf } from './report-queries.ts'
import { viewCase, viewCaseDecision, viewCaseReport, viewStep } from './view.ts'

export async function showCase(reader: Reader, row: CaseRow): Promise<CaseDetails> {
  return {
    ...viewCase(row, captionIn(await captionsOf(reader, [row.id]), row.id)),
    snapshot: await getSnapshot(reader, row.id),
    reportList: (await reportsOf(reader, row.id)).map(viewCaseReport),
    decisions: (await decisionsOf(reader, row.id)).map(viewCaseDecision),
    history: (await stepsOf(reader, row.id)).map(viewStep),
    people: await peopleOf(reader, row.id),
  }
}

/** Writes, because reading private content is recorded. */
export const getCase: Operation<AdminContract['moderation']['getCase']> = async (tx, caller, { caseId }) => {
  const row = found(await lockCase(tx, caseId), 'case')
  await record(tx, caller, { action: 'case.read', target: row.id, details: { kind: row.kind } })
  return { case: await showCase(tx, row) }
}
