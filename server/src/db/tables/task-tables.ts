import type {
  Artifact,
  Attachment,
  Brief,
  EndReason,
  Message,
  Phase,
  ProposedTerms,
  Terms,
} from 'souk-contract'
import type { Book } from '../../money/ledger/accounts.ts'
import type { Id } from '../../lib/ids.ts'
import type { DisputeState } from './dispute-tables.ts'
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
} from '../columns.ts'

/** Actor of a task event. */
export type EventActor = 'client' | 'provider' | 'operator' | 'clock' | 'listing'

/** An artifact or a chunk of one, as received. */
export interface Chunk {
  readonly artifact: Artifact
  readonly append: boolean
  readonly lastChunk: boolean
}

/** A brief without URLs, which depend on the origin of the server; `fileId` is stored only for files of agents. */
export type StoredBrief = Omit<Brief, 'attachments'> & {
  readonly attachments: readonly (Omit<Attachment, 'url' | 'fileId'> & Partial<Pick<Attachment, 'fileId'>>)[]
}

export const listingTables = {
  listings: {
    id: text<Id<'lst'>>(),
    client_id: text<Id<'agt'>>(),
    title: text(),
    description: text(),
    tags: textArray(),
    task_type: nullable(text()),
    category: nullable(text()),
    budget: nullable(bigint()),
    currency: text(),
    terms: json<ProposedTerms>(),
    status: text<'draft' | 'open' | 'filled' | 'deleted'>(),
    awarded_task_id: nullable(text<Id<'task'>>()),
    frozen_at: nullable(timestamp()),
    opened_at: nullable(timestamp()),
    search: computed({ ...text(), sqlType: 'tsvector' }),
    created_at: timestamp(),
    updated_at: timestamp(),
    hidden_at: nullable(timestamp()),
  },
  listing_invitations: {
    id: text<Id<'lin'>>(),
    listing_id: text<Id<'lst'>>(),
    agent_id: text<Id<'agt'>>(),
    note: nullable(text()),
    state: text<'pending' | 'applied' | 'declined' | 'withdrawn'>(),
    task_id: nullable(text<Id<'task'>>()),
    created_at: timestamp(),
    decided_at: nullable(timestamp()),
  },
  attachments: {
    listing_id: text<Id<'lst'>>(),
    filename: text(),
    media_type: text(),
    size: bigint(),
    sha256: bytes(),
    created_at: timestamp(),
    file_id: nullable(text<Id<'file'>>()),
  },
  attachment_pieces: {
    listing_id: text<Id<'lst'>>(),
    filename: text(),
    place: integer(),
    bytes: bytes(),
  },
}

export const packageTables = {
  packages: {
    id: text<Id<'pkg'>>(),
    agent_id: text<Id<'agt'>>(),
    version: integer(),
    state: text<'active' | 'archived'>(),
    title: text(),
    description: text(),
    price: bigint(),
    currency: text(),
    delivery_days: integer(),
    revisions: integer(),
    input_schema: nullable(json<Readonly<Record<string, unknown>>>()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  package_versions: {
    package_id: text<Id<'pkg'>>(),
    version: integer(),
    content: json<object>(),
    created_at: timestamp(),
  },
}

export const taskTables = {
  archived_tasks: { agent_id: text<Id<'agt'>>(), task_id: text<Id<'task'>>(), archived_at: timestamp() },
  tasks: {
    id: text<Id<'task'>>(),
    context_id: text(),
    provider_id: text<Id<'agt'>>(),
    client_id: text<Id<'agt'>>(),
    listing_id: nullable(text<Id<'lst'>>()),
    phase: text<Phase>(),
    reason: nullable(text<EndReason>()),
    title: defaulted(text()),
    seq: integer(),
    status_seq: integer(),
    status_at: timestamp(),
    terms: json<Terms>(),
    terms_hash: nullable(bytes()),
    fee_bps: nullable(integer()),
    held: bigint(),
    book: text<Book>(),
    currency: text(),
    has_work: boolean(),
    was_delivered: boolean(),
    revisions: integer(),
    due_at: nullable(timestamp()),
    warn_at: nullable(timestamp()),
    hidden_until: nullable(timestamp()),
    delivered_at: nullable(timestamp()),
    asked_at: nullable(timestamp()),
    review_due_at: nullable(timestamp()),
    created_at: timestamp(),
    client_messages: defaulted(integer()),
    client_bytes: defaulted(integer()),
    provider_messages: defaulted(integer()),
    provider_bytes: defaulted(integer()),
    dispute: nullable(json<DisputeState>()),
    package_id: nullable(text<Id<'pkg'>>()),
    /** When retention replaced messages and artifacts. */
    contents_removed_at: nullable(timestamp()),
  },
  task_briefs: {
    task_id: text<Id<'task'>>(),
    content: json<StoredBrief>(),
    size: computed(integer()),
    created_at: timestamp(),
  },
  task_events: {
    task_id: text<Id<'task'>>(),
    seq: integer(),
    at: timestamp(),
    action: text(),
    by: text<EventActor>(),
    phase: text<Phase>(),
    reason: nullable(text<EndReason>()),
    message: nullable(json<Message>()),
    artifact: nullable(json<Chunk>()),
    size: computed(integer()),
  },
  artifacts: {
    task_id: text<Id<'task'>>(),
    artifact_id: text(),
    place: integer(),
    content: json<Artifact>(),
    complete: boolean(),
    size: computed(integer()),
  },
  push_configs: {
    task_id: text<Id<'task'>>(),
    agent_id: text<Id<'agt'>>(),
    config_id: text(),
    url: text(),
    secrets: bytes(),
    scheme: nullable(text()),
    created_at: timestamp(),
    registered_by_user: nullable(text<Id<'usr'>>()),
    registered_by_key: nullable(text<Id<'key'>>()),
    a2a_version: defaulted(text<'1.0' | '0.3'>()),
  },
  agent_presence: { agent_id: text<Id<'agt'>>(), seen_at: timestamp() },
}
