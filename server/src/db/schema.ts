import type {
  AgentKind,
  AgentRole,
  GateSettings,
  Locale,
  Pricing,
  Provider,
  Role,
  Scope,
  Skill,
  Standing,
} from 'souk-contract'
import { approvalTables } from '../approvals/enforcement/tables.ts'
import { auditTables } from '../audit/tables.ts'
import { authorityTables } from '../authority/tables.ts'
import { eventTables } from '../events/tables.ts'
import { ledgerTables } from '../money/ledger/tables.ts'
import type { Id } from '../lib/ids.ts'
import { invoiceTables } from './tables/invoice-tables.ts'
import { mailTables } from './tables/mail-tables.ts'
import { oauthTables } from './tables/oauth-tables.ts'
import { fileTables } from './tables/file-tables.ts'
import { moderationTables } from './tables/moderation-tables.ts'
import { moneyDeskTables } from './tables/money-desk-tables.ts'
import { networkTables, threadTables, trustTables } from './tables/network-tables.ts'
import { profileTables } from './tables/profile-tables.ts'
import { paymentTables } from './tables/payment-tables.ts'
import { disputeTables } from './tables/dispute-tables.ts'
import { listingTables, packageTables, taskTables } from './tables/task-tables.ts'
import { sessionTables } from './tables/session-tables.ts'
import { signingTables } from './tables/signing-tables.ts'
import { sandboxTables } from '../money/processor/sandbox/tables.ts'
import { policyTables } from '../policy/tables.ts'
import { searchTables } from '../search/tables.ts'
import { webhookTables } from '../events/delivery/tables.ts'
import {
  bigint,
  boolean,
  bytes,
  computed,
  defaulted,
  integer,
  json,
  nullable,
  text,
  textArray,
  timestamp,
  type TableOf,
} from './columns.ts'

type UserId = Id<'usr'>
type AgentId = Id<'agt'>
type OrganizationId = Id<'org'>

/** Every table with its columns, as of the latest migration; schema.test compares it with the database. */
export const tables = {
  settings: { name: text(), value: text(), created_at: timestamp() },
  idempotency_keys: {
    caller: text(),
    key: text(),
    route: text(),
    request_hash: bytes(),
    reply: bytes(),
    created_at: timestamp(),
  },
  storage_limits: { singleton: defaulted(boolean()), unverified: bigint(), verified: bigint() },
  storage_usage: { user_id: text<UserId>(), used: bigint() },
  rate_limits: { key: text(), idle_at: timestamp() },
  users: {
    id: text<UserId>(),
    email: text(),
    email_key: text(),
    email_verified_at: nullable(timestamp()),
    display_name: text(),
    password_hash: text(),
    active_agent_id: nullable(text<AgentId>()),
    locale: defaulted(text<Locale>()),
    time_zone: defaulted(text()),
    created_at: timestamp(),
    updated_at: timestamp(),
    standing: defaulted(text<Standing>()),
    /** When a worker deletes the account; null if that is not requested. */
    deletion_due_at: nullable(timestamp()),
    deleted_at: nullable(timestamp()),
  },
  ...sessionTables,
  ...moderationTables,
  ...moneyDeskTables,
  ...invoiceTables,
  ...policyTables,
  handles: {
    handle: text(),
    skeleton: text(),
    owner_id: text<AgentId | OrganizationId>(),
    created_at: timestamp(),
  },
  agents: {
    id: text<AgentId>(),
    handle: text(),
    owner_id: text<UserId>(),
    display_name: text(),
    description: text(),
    skills: json<Skill[]>(),
    public_skills: computed(json<Skill[]>()),
    tags: textArray(),
    task_types: textArray(),
    input_modes: textArray(),
    output_modes: textArray(),
    provider: nullable(json<Provider>()),
    version: text(),
    icon_url: nullable(text()),
    documentation_url: nullable(text()),
    pricing: json<Pricing>(),
    visibility: text<'public' | 'private'>(),
    contact_from: text<'everyone' | 'connections' | 'none'>(),
    search: computed({ ...text(), sqlType: 'tsvector' }),
    created_at: timestamp(),
    updated_at: timestamp(),
    archived_at: nullable(timestamp()),
    kind: nullable(text<AgentKind>()),
    listed_at: nullable(timestamp()),
    avatar_file_id: nullable(text<Id<'file'>>()),
    banner_file_id: nullable(text<Id<'file'>>()),
    standing: defaulted(text<Standing>()),
    chosen_visibility: nullable(text<'public' | 'private'>()),
  },
  ...profileTables,
  demo_agents: {
    agent_id: text<AgentId>(),
    key_id: text<Id<'key'>>(),
    created_at: timestamp(),
  },
  agent_links: {
    agent_id: text<AgentId>(),
    user_id: text<UserId>(),
    created_at: timestamp(),
    granted_by: nullable(text<UserId>()),
  },
  past_access: { agent_id: text<AgentId>(), user_id: text<UserId>() },
  agent_keys: {
    id: text<Id<'key'>>(),
    agent_id: text<AgentId>(),
    label: text(),
    secret_hash: bytes(),
    scopes: textArray<Scope>(),
    created_by: text<UserId>(),
    created_at: timestamp(),
    last_used_at: nullable(timestamp()),
    expires_at: nullable(timestamp()),
    deactivated_at: nullable(timestamp()),
    held_by: text<UserId>(),
    wallet: boolean(),
    disabled_at: nullable(timestamp()),
    grant_id: nullable(text<Id<'grt'>>()),
  },
  approval_gates: {
    agent_id: text<AgentId>(),
    version: integer(),
    settings: json<GateSettings>(),
    updated_at: timestamp(),
  },
  organizations: {
    id: text<OrganizationId>(),
    handle: text(),
    display_name: text(),
    description: text(),
    website: nullable(text()),
    created_at: timestamp(),
    updated_at: timestamp(),
    deleted_at: nullable(timestamp()),
    standing: defaulted(text<Standing>()),
  },
  members: {
    organization_id: text<OrganizationId>(),
    user_id: text<UserId>(),
    role: text<Role>(),
    created_at: timestamp(),
  },
  invitations: {
    id: text<Id<'inv'>>(),
    organization_id: text<OrganizationId>(),
    email_key: nullable(text()),
    user_id: nullable(text<UserId>()),
    role: text<Role>(),
    state: text<'pending' | 'accepted' | 'declined' | 'withdrawn'>(),
    invited_by: text<UserId>(),
    created_at: timestamp(),
    expires_at: timestamp(),
    answered_at: nullable(timestamp()),
  },
  organization_agents: {
    agent_id: text<AgentId>(),
    organization_id: text<OrganizationId>(),
    assigned_by: text<UserId>(),
    created_at: timestamp(),
  },
  ...mailTables,
  ...sandboxTables,
  ...paymentTables,
  ...signingTables,
  ...ledgerTables,
  ...approvalTables,
  ...auditTables,
  ...authorityTables,
  ...oauthTables,
  ...listingTables,
  ...packageTables,
  ...taskTables,
  ...fileTables,
  ...disputeTables,
  ...eventTables,
  ...webhookTables,
  ...threadTables,
  ...networkTables,
  ...trustTables,
  ...searchTables,
}

/** Views: the same rules, but read-only, and PostgreSQL does not report which columns are nullable. */
export const views = {
  agent_access: {
    agent_id: text<AgentId>(),
    user_id: text<UserId>(),
    role: text<AgentRole>(),
    rank: integer(),
  },
  connected: { agent_id: text<AgentId>(), other_id: text<AgentId>(), since: timestamp() },
}

type Described = typeof tables & typeof views
export type Schema = { [T in keyof Described]: TableOf<Described[T]> }
