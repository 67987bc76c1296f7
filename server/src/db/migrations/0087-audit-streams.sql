-- The audit log is streamed to syslog and to a webhook. Each stream remembers the last entry that its receiver has taken.
create table audit_streams (
  name text primary key check (name in ('syslog', 'webhook')),
  -- Last link of the hash chain that was sent.
  sent_seq bigint not null default 0 check (sent_seq >= 0),
  -- Next attempt: past the lease while a node sends, later after a failure.
  due_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  last_error text,
  sent_at timestamptz,
  -- False while no node has a receiver for it; the position stays.
  configured boolean not null default true
);
