-- Accounts of people, how they prove who they are, and the mail they get.

create table users (
  id text primary key,
  email text not null,
  email_key text not null unique,
  email_verified_at timestamptz,
  display_name text not null,
  password_hash text not null,
  active_agent_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column users.email_key is 'The address in lower case: one account per mailbox.';

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  secret_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_open on sessions (user_id, id) where ended_at is null;

create table one_time_tokens (
  id text primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'link-agent')),
  hash bytea not null unique,
  user_id text references users (id),
  agent_id text,
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_open on one_time_tokens (user_id, purpose) where used_at is null;
create index one_time_tokens_by_age on one_time_tokens (expires_at);

-- Mail to be sent by a worker. Links are made anew from token_id when the mail is sent, so no secret rests here.
create table mails (
  id text primary key,
  kind text not null,
  recipient text not null,
  token_id text,
  facts jsonb not null,
  state text not null check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index mails_due on mails (due_at) where state = 'queued';
create index mails_by_time on mails (created_at);
