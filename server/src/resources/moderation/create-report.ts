import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { day } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { personOf } from '../posts/person-queries.ts'
import { findVisibleSubject } from './find-visible-subject.ts'
import { openCaseOn } from './open-case-on.ts'
import { updateCase } from './queries.ts'
import { lockReporter, saveReport, textsMax } from './report-queries.ts'
import { reportsPerDay } from './rules.ts'
import { viewReport } from './view.ts'

export const createReport: Operation<Contract['reports']['createReport']> = async (tx, caller, input) => {
  const reporter = await personOf(tx, caller)
  const subject = await findVisibleSubject(tx, caller, input)
  if (subject.user_id === reporter || subject.agent_id === caller.agentId) {
    fail('unprocessable', 'You cannot report yourself.', 'Delete or change your own content instead.')
  }
  await requireWithinQuota(tx, reporter)
  const { row: opened } = await openCaseOn(tx, input.kind, subject, reporter)
  const report = {
    id: newId('rep', tx.now),
    case_id: opened.id,
    reporter_id: reporter,
    reason: input.reason,
    // The texts of the first reporters are enough to decide. Every reporter is stored, because none may decide the case.
    details: opened.report_count < textsMax ? input.details : '',
    created_at: tx.now,
    agent_id: caller.agentId,
  }
  const { row, created } = await saveReport(tx, report)
  if (created) {
    await updateCase(tx, opened.id, { report_count: opened.report_count + 1 })
    await record(tx, caller, { action: 'report.created', target: row.id, details: { case: opened.id } })
  }
  return {
    report: viewReport({
      ...row,
      kind: opened.kind,
      subject_id: opened.subject_id,
      case_state: opened.state,
    }),
  }
}

async function requireWithinQuota(tx: Tx, reporter: Id<'usr'>): Promise<void> {
  const { sent, verified } = await lockReporter(tx, reporter)
  if (sent < (verified ? reportsPerDay.verified : reportsPerDay.unverified)) return
  throw new Failure('too-many-requests', 'You have sent too many reports in the last 24 hours.', {
    hint: verified ? 'Report the rest tomorrow.' : 'Verify your email address to send more.',
    retryAfterSeconds: day / 1000,
  })
}
