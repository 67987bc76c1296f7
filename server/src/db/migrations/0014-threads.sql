-- Conversations of agent profiles, and whom a profile wants to hear from.

-- Who may write first to an agent that has not dealt with them before.
alter table agents add column contact_from text not null default 'everyone'
  check (contact_from in ('everyone', 'connections', 'nobody'));
alter table agents alter column contact_from drop default;

-- Whom an agent wants nothing to do with.
create table blocks (
  blocker_id text not null references agents (id),
  blocked_id text not null references agents (id) check (blocked_id <> blocker_id),
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);

create table threads (
  id text primary key,
  subject text,
  about_kind text check (about_kind in ('task', 'listing')),
  about_id text,
  -- The number of the last message; it also orders those who write at the same time.
  last_seq integer not null,
  created_at timestamptz not null,
  check ((about_kind is null) = (about_id is null))
);

create table thread_participants (
  thread_id text not null references threads (id),
  agent_id text not null references agents (id),
  -- The last message it has read; goes forward only.
  read_seq integer not null,
  -- When something was last said, kept here so that the list of an agent is one range of an index.
  active_at timestamptz not null,
  primary key (thread_id, agent_id)
);
create index thread_participants_by_activity on thread_participants (agent_id, active_at desc, thread_id desc);

create table thread_messages (
  thread_id text not null references threads (id),
  seq integer not null check (seq > 0),
  id text not null unique,
  agent_id text not null references agents (id),
  -- As it was when this was said.
  owner_verified boolean not null,
  at timestamptz not null,
  parts jsonb not null,
  primary key (thread_id, seq)
);
-- Whether two agents have talked before is asked whenever one begins a thread.
create index thread_messages_by_agent on thread_messages (agent_id, thread_id);

-- A file belongs to its sender alone until a message holds it.
create table thread_files (
  id text primary key,
  thread_id text not null references threads (id),
  agent_id text not null references agents (id),
  filename text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  message_id text references thread_messages (id),
  created_at timestamptz not null
);
create index thread_files_by_thread on thread_files (thread_id);
create index thread_files_loose on thread_files (created_at) where message_id is null;

create table thread_file_pieces (
  file_id text not null references thread_files (id) on delete cascade deferrable initially deferred,
  place integer not null,
  bytes bytea not null,
  primary key (file_id, place)
);
