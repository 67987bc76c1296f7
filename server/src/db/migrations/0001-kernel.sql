-- What every write leans on: stored answers, limits across nodes, the audit log, the server's own settings.

create table settings (
  name text primary key,
  value text not null,
  created_at timestamptz not null
);

-- The first answer to a call with an Idempotency-Key, sealed because answers may carry secrets.
create table idempotency_keys (
  caller text not null,
  key text not null,
  route text not null,
  request_hash bytea not null,
  reply bytea not null,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- One row a limited thing: the time at which it would be idle again (GCRA).
create table rate_limits (
  key text primary key,
  idle_at timestamptz not null
);
create index rate_limits_by_age on rate_limits (idle_at);

-- Who did what to what. Written in the transaction of the change, never altered.
create table audit_entries (
  id text primary key,
  at timestamptz not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'stranger', 'operator', 'system')),
  user_id text,
  agent_id text,
  key_id text,
  session_id text,
  ip text,
  request_id text,
  target text not null,
  details jsonb not null
);
create index audit_entries_by_target on audit_entries (target, at);

-- Entries that the chain has not reached yet.
create table audit_pending (
  entry_id text primary key references audit_entries (id)
);

-- Each link holds the hash of its entry and of the link before, so that a changed or removed entry shows.
create table audit_links (
  seq bigint primary key,
  entry_id text not null unique references audit_entries (id),
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_entries_immutable before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_links_immutable before update or delete or truncate on audit_links
  for each statement execute function refuse_change();
