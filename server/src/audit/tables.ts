import { bigint, boolean, bytes, defaulted, integer, json, nullable, text, timestamp } from '../db/columns.ts'
import type { Id } from '../lib/ids.ts'
import type { StreamName } from './stream/streams.ts'

export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>
type ActorKind = 'user' | 'key' | 'stranger' | 'operator' | 'system'

export const auditTables = {
  audit_entries: {
    id: text<Id<'aud'>>(),
    at: timestamp(),
    action: text(),
    actor_kind: text<ActorKind>(),
    user_id: nullable(text<Id<'usr'>>()),
    agent_id: nullable(text<Id<'agt'>>()),
    key_id: nullable(text<Id<'key'>>()),
    session_id: nullable(text<Id<'ses'>>()),
    ip: nullable(text()),
    request_id: nullable(text()),
    target: text(),
    details: json<AuditDetails>(),
  },
  audit_pending: { entry_id: text<Id<'aud'>>() },
  audit_links: { seq: bigint(), entry_id: text<Id<'aud'>>(), hash: bytes() },
  audit_streams: {
    name: text<StreamName>(),
    sent_seq: defaulted(bigint()),
    due_at: timestamp(),
    failures: defaulted(integer()),
    last_error: nullable(text()),
    sent_at: nullable(timestamp()),
    configured: defaulted(boolean()),
  },
}
