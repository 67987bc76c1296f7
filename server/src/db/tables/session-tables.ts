import type { OperatorRole } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { bytes, nullable, text, timestamp } from '../columns.ts'

type UserId = Id<'usr'>
type AgentId = Id<'agt'>

export type TokenPurpose = 'verify-email' | 'reset-password' | 'link-agent'

/** Sessions and one-time tokens of people, and their roles as operators. */
export const sessionTables = {
  sessions: {
    id: text<Id<'ses'>>(),
    user_id: text<UserId>(),
    secret_hash: bytes(),
    ip: nullable(text()),
    user_agent: nullable(text()),
    created_at: timestamp(),
    last_seen_at: timestamp(),
    idle_expires_at: timestamp(),
    expires_at: timestamp(),
    ended_at: nullable(timestamp()),
    authenticated_at: nullable(timestamp()),
  },
  operators: {
    user_id: text<UserId>(),
    role: text<OperatorRole>(),
    added_by: nullable(text<UserId>()),
    created_at: timestamp(),
  },
  one_time_tokens: {
    id: text<Id<'ott'>>(),
    purpose: text<TokenPurpose>(),
    hash: bytes(),
    user_id: nullable(text<UserId>()),
    agent_id: nullable(text<AgentId>()),
    email: nullable(text()),
    created_at: timestamp(),
    expires_at: timestamp(),
    used_at: nullable(timestamp()),
    made_by_key: nullable(text<Id<'key'>>()),
    made_in_session: nullable(text<Id<'ses'>>()),
  },
}
