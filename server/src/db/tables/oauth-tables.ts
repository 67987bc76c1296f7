import type { Scope } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import {
  bigint,
  boolean,
  bytes,
  defaulted,
  integer,
  nullable,
  text,
  textArray,
  timestamp,
} from '../columns.ts'

type GrantId = Id<'grt'>

/** A resource that tokens are for: the platform and A2A, or the MCP server. */
export type ResourceName = 'api' | 'mcp'

/** Clients, grants, codes, tokens and device requests of OAuth. */
export const oauthTables = {
  oauth_clients: {
    id: text(),
    kind: text<'registered' | 'document'>(),
    name: text(),
    homepage: nullable(text()),
    redirect_uris: textArray(),
    device: defaulted(boolean()),
    created_at: timestamp(),
    used_at: timestamp(),
    checked_at: nullable(timestamp()),
    failure: nullable(text()),
  },
  oauth_grants: {
    id: text<GrantId>(),
    client_id: text(),
    client_name: text(),
    redirect_host: text(),
    user_id: text<Id<'usr'>>(),
    agent_id: text<Id<'agt'>>(),
    resource: text<ResourceName>(),
    daily_limit: nullable(bigint()),
    currency: nullable(text()),
    created_at: timestamp(),
    connected_at: nullable(timestamp()),
  },
  oauth_codes: {
    hash: bytes(),
    grant_id: text<GrantId>(),
    client_id: text(),
    redirect_uri: text(),
    challenge: text(),
    created_at: timestamp(),
    expires_at: timestamp(),
    used_at: nullable(timestamp()),
  },
  oauth_tokens: {
    id: text<Id<'otk'>>(),
    grant_id: text<GrantId>(),
    kind: text<'access' | 'refresh'>(),
    secret_hash: bytes(),
    pair_id: text<Id<'otp'>>(),
    created_at: timestamp(),
    expires_at: timestamp(),
    replaced_at: nullable(timestamp()),
    replaced_by: nullable(text<Id<'otp'>>()),
    revoked_at: nullable(timestamp()),
    scopes: nullable(textArray<Scope>()),
  },
  oauth_device_requests: {
    id: text<Id<'odr'>>(),
    device_hash: bytes(),
    user_code_hash: bytes(),
    client_id: nullable(text()),
    resource: nullable(text<ResourceName>()),
    scopes: textArray<Scope>(),
    ip: nullable(text()),
    user_agent: nullable(text()),
    state: text<'pending' | 'approved' | 'denied' | 'used'>(),
    grant_id: nullable(text<GrantId>()),
    session_id: nullable(text<Id<'ses'>>()),
    interval_seconds: integer(),
    polled_at: nullable(timestamp()),
    created_at: timestamp(),
    expires_at: timestamp(),
  },
}
