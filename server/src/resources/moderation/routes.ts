import type { AdminContract, Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { appealDecision } from './appeal-decision.ts'
import { assignCase } from './assign-case.ts'
import { captionIn, captionsOf } from './caption-queries.ts'
import { createReport } from './create-report.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideCase } from './decide-case.ts'
import { decisionsAbout } from './decision-queries.ts'
import { openCase } from './open-case.ts'
import { casesAfter, type CaseRow } from './queries.ts'
import { reportsBy } from './report-queries.ts'
import { getCase } from './show-case.ts'
import { viewCase, viewDecision, viewReport } from './view.ts'

export const reports: Handlers<Contract['reports']> = {
  createReport: write(createReport),
  listReports: read(async (reader, { userId }, { page }) =>
    pageOf(await reportsBy(reader, userId, page), page, viewReport, (row) => [row.id]),
  ),
  listDecisions: read(async (reader, { userId }, { page }) =>
    pageOf(await decisionsAbout(reader, userId, page), page, viewDecision, (row) => [row.id]),
  ),
  appealDecision: write(appealDecision),
}

export const moderation = (operatorEmails: readonly string[]): Handlers<AdminContract['moderation']> => ({
  listCases: read(async (reader, _caller, { state, subjectId, kind, assignee, page }) => {
    const rows = await casesAfter(reader, { state, subjectId, kind, assignee, page })
    const captions = await captionsOf(
      reader,
      rows.map(({ id }) => id),
    )
    const view = (row: CaseRow) => viewCase(row, captionIn(captions, row.id))
    return pageOf(rows, page, view, (row) => [row.id])
  }),
  getCase: write(getCase),
  openCase: write(openCase),
  assignCase: write(assignCase(operatorEmails)),
  decideCase: write(decideCase(operatorEmails)),
  decideAppeal: write(decideAppeal(operatorEmails)),
})
