import type { CaseDecision, CaseDetails, CaseKind, Decision, ModerationCase, Report } from 'souk-contract'
import { reportedKinds } from 'souk-contract'
import type { DecisionRow } from './decision-queries.ts'
import type { Caption } from './caption-queries.ts'
import type { CaseRow, StepRow } from './queries.ts'
import type { OwnReport, ReportRow } from './report-queries.ts'

export function viewReport(row: OwnReport): Report {
  return {
    id: row.id,
    kind: reportedKind(row.kind),
    subjectId: row.subject_id,
    reason: row.reason,
    state: row.case_state === 'open' ? 'received' : 'decided',
    createdAt: row.created_at.toISOString(),
  }
}

/** Cases on people and organizations have no reports, so the fallback is never used. */
function reportedKind(kind: CaseKind): Report['kind'] {
  return reportedKinds.find((reported) => reported === kind) ?? 'agent'
}

export function viewDecision(row: DecisionRow): Decision {
  return {
    id: row.id,
    outcome: row.outcome,
    target: row.target,
    targetId: row.target_id,
    until: row.until?.toISOString() ?? null,
    reason: row.reason,
    inEffect: row.in_effect,
    appeal:
      row.appeal_text === null || row.appealed_at === null
        ? null
        : {
            text: row.appeal_text,
            createdAt: row.appealed_at.toISOString(),
            outcome: row.appeal_outcome,
            reason: row.appeal_reason,
          },
    createdAt: row.created_at.toISOString(),
  }
}

export function viewCaseDecision(row: DecisionRow): CaseDecision {
  return { ...viewDecision(row), decidedBy: row.decided_by, appealDecidedBy: row.appeal_decided_by }
}

export function viewCase(row: CaseRow, caption: Caption): ModerationCase {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    agentId: row.agent_id,
    userId: row.user_id,
    organizationId: row.organization_id,
    title: caption.title,
    agent:
      caption.agent_handle === null
        ? null
        : { name: caption.agent_handle, displayName: caption.agent_name ?? caption.agent_handle },
    reasons: caption.reasons,
    state: row.state,
    reports: row.report_count,
    assignee: row.assignee_id,
    assigneeName: caption.assignee_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewCaseReport(row: ReportRow): CaseDetails['reportList'][number] {
  return {
    id: row.id,
    reporter: row.reporter_id,
    reason: row.reason,
    details: row.details,
    createdAt: row.created_at.toISOString(),
  }
}

export function viewStep({ at, action, user_id: by, details }: StepRow): CaseDetails['history'][number] {
  return { at: at.toISOString(), action, by, details }
}
