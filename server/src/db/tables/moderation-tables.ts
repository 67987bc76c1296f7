import type {
  AppealOutcome,
  CaseKind,
  CaseOutcome,
  CaseState,
  DecisionTarget,
  HoldKind,
  ReportReason,
  Standing,
} from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { boolean, defaulted, integer, json, nullable, text, timestamp } from '../columns.ts'

type UserId = Id<'usr'>

/** The subject as it was when it was reported. */
export type Snapshot = Readonly<Record<string, unknown>>
export type StepDetails = Readonly<Record<string, string | null>>

export const moderationTables = {
  legal_holds: {
    id: text<Id<'hold'>>(),
    kind: text<HoldKind>(),
    subject_id: text(),
    reason: text(),
    placed_by: text<UserId>(),
    created_at: timestamp(),
    released_by: nullable(text<UserId>()),
    release_reason: nullable(text()),
    released_at: nullable(timestamp()),
  },
  moderation_cases: {
    id: text<Id<'mcs'>>(),
    kind: text<CaseKind>(),
    subject_id: text(),
    agent_id: nullable(text<Id<'agt'>>()),
    user_id: nullable(text<UserId>()),
    organization_id: nullable(text<Id<'org'>>()),
    snapshot: json<Snapshot>(),
    state: text<CaseState>(),
    report_count: defaulted(integer()),
    assignee_id: nullable(text<UserId>()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  reports: {
    id: text<Id<'rep'>>(),
    case_id: text<Id<'mcs'>>(),
    reporter_id: text<UserId>(),
    reason: text<ReportReason>(),
    details: text(),
    created_at: timestamp(),
    agent_id: nullable(text<Id<'agt'>>()),
  },
  moderation_decisions: {
    id: text<Id<'mdc'>>(),
    case_id: text<Id<'mcs'>>(),
    outcome: text<CaseOutcome>(),
    target: text<DecisionTarget>(),
    target_id: text(),
    until: nullable(timestamp()),
    reason: text(),
    in_effect: boolean(),
    decided_by: text<UserId>(),
    created_at: timestamp(),
    appeal_text: nullable(text()),
    appealed_by: nullable(text<UserId>()),
    appealed_at: nullable(timestamp()),
    appeal_outcome: nullable(text<AppealOutcome>()),
    appeal_reason: nullable(text()),
    appeal_decided_by: nullable(text<UserId>()),
    appeal_decided_at: nullable(timestamp()),
  },
  moderation_steps: {
    case_id: text<Id<'mcs'>>(),
    seq: integer(),
    at: timestamp(),
    action: text(),
    user_id: nullable(text<UserId>()),
    details: json<StepDetails>(),
  },
  standings: {
    subject_id: text(),
    level: text<Exclude<Standing, 'good'>>(),
    until: nullable(timestamp()),
    decision_id: text<Id<'mdc'>>(),
    created_at: timestamp(),
  },
}
