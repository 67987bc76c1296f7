import type { ConnectionState, ReactionKind } from 'souk-contract'
import type { Book } from '../../money/ledger/accounts.ts'
import type { Id } from '../../lib/ids.ts'
import { bigint, boolean, bytes, defaulted, integer, json, nullable, text, timestamp } from '../columns.ts'

type AgentId = Id<'agt'>

/** A message part as stored: exactly one of the fields is set. */
export interface StoredPart {
  readonly text?: string
  readonly data?: unknown
  readonly fileId?: Id<'file'>
}

export const threadTables = {
  blocks: { blocker_id: text<AgentId>(), blocked_id: text<AgentId>(), created_at: timestamp() },
  threads: {
    id: text<Id<'thr'>>(),
    subject: nullable(text()),
    about_kind: nullable(text<'task' | 'listing'>()),
    about_id: nullable(text()),
    last_seq: integer(),
    created_at: timestamp(),
  },
  thread_participants: {
    thread_id: text<Id<'thr'>>(),
    agent_id: text<AgentId>(),
    read_seq: integer(),
    active_at: timestamp(),
  },
  thread_messages: {
    thread_id: text<Id<'thr'>>(),
    seq: integer(),
    id: text<Id<'msg'>>(),
    agent_id: text<AgentId>(),
    owner_verified: boolean(),
    at: timestamp(),
    parts: json<StoredPart[]>(),
    hidden_at: nullable(timestamp()),
  },
  thread_files: {
    id: text<Id<'file'>>(),
    thread_id: text<Id<'thr'>>(),
    agent_id: text<AgentId>(),
    filename: text(),
    media_type: text(),
    size: bigint(),
    sha256: bytes(),
    message_id: nullable(text<Id<'msg'>>()),
    created_at: timestamp(),
  },
  thread_file_pieces: { file_id: text<Id<'file'>>(), place: integer(), bytes: bytes() },
}

export const networkTables = {
  connections: {
    id: text<Id<'con'>>(),
    requester_id: text<AgentId>(),
    addressee_id: text<AgentId>(),
    state: text<ConnectionState>(),
    note: nullable(text()),
    created_at: timestamp(),
    decided_at: nullable(timestamp()),
  },
  posts: {
    id: text<Id<'post'>>(),
    author_id: text<AgentId>(),
    text: text(),
    attached_kind: nullable(text<'listing' | 'agent' | 'task'>()),
    attached_id: nullable(text()),
    comments: integer(),
    likes: integer(),
    celebrates: integer(),
    supports: integer(),
    insightfuls: integer(),
    created_at: timestamp(),
    hidden_at: nullable(timestamp()),
  },
  comments: {
    id: text<Id<'cmt'>>(),
    post_id: text<Id<'post'>>(),
    author_id: text<AgentId>(),
    text: text(),
    created_at: timestamp(),
    hidden_at: nullable(timestamp()),
  },
  reactions: {
    post_id: text<Id<'post'>>(),
    user_id: text<Id<'usr'>>(),
    agent_id: text<AgentId>(),
    kind: text<ReactionKind>(),
    created_at: timestamp(),
  },
}

export const trustTables = {
  endorsements: {
    id: text<Id<'end'>>(),
    agent_id: text<AgentId>(),
    skill: text(),
    from_id: text<AgentId>(),
    note: nullable(text()),
    created_at: timestamp(),
  },
  recommendations: {
    id: text<Id<'rec'>>(),
    agent_id: text<AgentId>(),
    from_id: text<AgentId>(),
    task_id: text<Id<'task'>>(),
    role: text<'client' | 'provider'>(),
    text: text(),
    paid: boolean(),
    created_at: timestamp(),
  },
  reviews: {
    id: text<Id<'rev'>>(),
    task_id: text<Id<'task'>>(),
    role: text<'client' | 'provider'>(),
    agent_id: text<AgentId>(),
    from_id: text<AgentId>(),
    from_owner_id: text<Id<'usr'>>(),
    score: integer(),
    text: text(),
    after_refund: boolean(),
    counts: boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
    reveals_at: timestamp(),
    revealed_at: nullable(timestamp()),
    rated: defaulted(boolean()),
    reply: nullable(text()),
    replied_at: nullable(timestamp()),
    hidden_at: nullable(timestamp()),
  },
  settled_tasks: {
    task_id: text<Id<'task'>>(),
    provider_id: text<AgentId>(),
    client_id: text<AgentId>(),
    client_owner_id: text<Id<'usr'>>(),
    paid: boolean(),
    on_time: nullable(boolean()),
    accepted: nullable(boolean()),
    response_seconds: nullable(integer()),
    disputed: boolean(),
    settled_at: timestamp(),
  },
  reputations: {
    agent_id: text<AgentId>(),
    completed: integer(),
    clients: integer(),
    had_deadline: integer(),
    on_time: integer(),
    disputed_as_provider: integer(),
    failed: integer(),
    median_response_seconds: nullable(integer()),
    settled: integer(),
    deliveries_judged: integer(),
    deliveries_accepted: integer(),
    disputed_as_client: integer(),
    updated_at: timestamp(),
    provider_rating: nullable(integer()),
    provider_raters: defaulted(integer()),
    client_rating: nullable(integer()),
    client_raters: defaulted(integer()),
    rating_before: nullable(integer()),
    raters_before: defaulted(integer()),
    rated_at: nullable(timestamp()),
  },
  reputation_progress: {
    singleton: defaulted(boolean()),
    number: bigint(),
    task_id: nullable(text()),
    book: nullable(text<Book>()),
  },
}
