import type { SuppressionReason, TopicName } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { bigint, boolean, defaulted, integer, json, nullable, text, timestamp } from '../columns.ts'

export type MailKind =
  | 'verify-email'
  | 'reset-password'
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'organization-invitation'
  | 'operator-role'
  | 'export-ready'
  | 'moderation-decision'
  | 'debt-plan-agreed'
  | 'debt-plan-ended'
  | 'invoice-issued'
  | 'notification'
  | 'digest'
/** Why a mail is finished. `skipped`: seen, switched off or no longer allowed. `capped`: over the daily limit. */
export type MailOutcome = 'sent' | 'kept' | 'failed' | 'skipped' | 'capped' | 'suppressed'
/** Daily limit that a mail counts against. */
export type MailAllowance = 'money' | 'work' | 'other'
export type MailFacts = Record<string, string>

export const mailTables = {
  mails: {
    id: text<Id<'mail'>>(),
    kind: text<MailKind>(),
    recipient: text(),
    token_id: nullable(text<Id<'ott'>>()),
    facts: json<MailFacts>(),
    state: text<'queued' | MailOutcome>(),
    attempts: defaulted(integer()),
    due_at: timestamp(),
    created_at: timestamp(),
    finished_at: nullable(timestamp()),
    user_id: nullable(text<Id<'usr'>>()),
    topic: nullable(text<TopicName | 'digest'>()),
    first_event: nullable(bigint()),
    last_event: nullable(bigint()),
    open: defaulted(boolean()),
    allowance: defaulted(text<MailAllowance>()),
    /** Owner of the agent that caused the mail. Null if there is none, or more than one. */
    sender: nullable(text()),
  },
  mail_suppressions: {
    address_key: text(),
    reason: text<SuppressionReason>(),
    detail: text(),
    created_at: timestamp(),
  },
  mail_cursor: { singleton: defaulted(boolean()), number: bigint() },
}
