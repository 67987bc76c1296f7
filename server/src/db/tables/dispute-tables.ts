import type { DisputeReason, DisputeStatus, OfferState, Phase, Ruling } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { bigint, defaulted, integer, nullable, text, timestamp } from '../columns.ts'

/** The part of the disputes of a task that decides which actions are allowed; claims, evidence and offers have tables. */
export interface DisputeState {
  /** Number of disputes so far. Another one is possible after a withdrawal. */
  readonly count: number
  readonly withdrewBy: readonly ('client' | 'provider')[]
  /** The current dispute. */
  readonly open: OpenDispute | null
}

interface OpenDispute {
  readonly by: 'client' | 'provider' | 'clock'
  readonly responded: boolean
  /** When the open offer of each side expires. */
  readonly offers: { readonly client?: string; readonly provider?: string }
  /** State that a withdrawal restores; null if no party opened the dispute. */
  readonly resume: {
    readonly phase: ResumablePhase
    readonly dueMs: number
    readonly warnMs: number | null
    /** Time since the delivery, which bounds the pauses of its review. */
    readonly deliveredMs?: number
    /** Time since the open question, and until the end of the review that it paused. */
    readonly question?: { readonly askedMs: number; readonly reviewMs: number }
  } | null
}

type ResumablePhase = Extract<Phase, 'working' | 'input_required' | 'auth_required' | 'delivered'>

export const disputeTables = {
  disputes: {
    task_id: text<Id<'task'>>(),
    number: integer(),
    opened_by: text<'client' | 'provider' | 'clock'>(),
    opened_at: timestamp(),
    amount: bigint(),
    currency: text(),
    reason: nullable(text<DisputeReason>()),
    statement: nullable(text()),
    outcome: nullable(text<Ruling>()),
    to_client: nullable(bigint()),
    response: nullable(text()),
    response_outcome: nullable(text<Ruling>()),
    response_to_client: nullable(bigint()),
    responded_at: nullable(timestamp()),
    status: defaulted(text<DisputeStatus>()),
    ended_at: nullable(timestamp()),
    ended_by: nullable(text<'client' | 'provider' | 'operator' | 'clock' | 'listing'>()),
    ended_to_client: nullable(bigint()),
    reasons: nullable(text()),
  },
  dispute_evidence: {
    id: text<Id<'evd'>>(),
    task_id: text<Id<'task'>>(),
    number: integer(),
    side: text<'client' | 'provider'>(),
    at: timestamp(),
    text: nullable(text()),
    message_id: nullable(text()),
    artifact_id: nullable(text()),
    file_id: nullable(text<Id<'file'>>()),
  },
  dispute_offers: {
    id: text<Id<'off'>>(),
    task_id: text<Id<'task'>>(),
    number: integer(),
    side: text<'client' | 'provider'>(),
    to_client: bigint(),
    note: nullable(text()),
    made_at: timestamp(),
    expires_at: timestamp(),
    state: text<OfferState>(),
    decided_at: nullable(timestamp()),
    warn_at: nullable(timestamp()),
  },
}
