-- Where agents want to be told of what happens to them, every message that goes there, and each attempt to deliver it.

-- One for each agent.
create table webhooks (
  id text primary key,
  agent_id text not null unique references agents (id),
  url text not null,
  -- Sealed. While a secret is being replaced, messages are signed with the one before it too.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Null means the kinds that everybody gets.
  kinds text[],
  status text not null check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- When this address first took a message.
  verified_at timestamptz,
  -- Since when every attempt has failed, how many that are, and when the agent was warned of it.
  first_failure_at timestamptz,
  failures integer not null,
  warned_at timestamptz,
  attempts bigint not null,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((failures = 0) = (first_failure_at is null))
);

-- One message to one address. What is sent follows from the event, so that it is the same on every attempt.
create table webhook_deliveries (
  id text primary key,
  kind text not null check (kind in ('agent', 'push')),
  -- Which address: the agent for its webhook, or task, agent and config.
  endpoint text not null,
  agent_id text not null references agents (id),
  task_id text,
  config_id text,
  -- Null for a test, which is no event.
  event_number bigint,
  event_id text not null,
  event_kind text not null,
  event_at timestamptz not null,
  data jsonb not null,
  -- Whose turn it is: everybody's queue gets the same share, however long it is.
  queue text not null,
  -- Messages with the same key go out one after the other, in the order of their events.
  order_key text,
  trigger text not null check (trigger in ('auto', 'manual', 'test')),
  status text not null check (status in ('pending', 'succeeded', 'exhausted', 'cancelled', 'blocked')),
  attempt_count integer not null,
  -- Attempts since it was queued, or queued again by hand.
  tries integer not null,
  next_attempt_at timestamptz,
  -- Until then it belongs to the node that is sending it.
  lease_until timestamptz,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (endpoint, event_id),
  check ((kind = 'push') = (config_id is not null)),
  check (kind = 'agent' or task_id is not null),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (finished_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at, queue) where status = 'pending';
create index webhook_deliveries_in_queue on webhook_deliveries (queue, next_attempt_at, event_number) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries (order_key, event_number) where status = 'pending';
create index webhook_deliveries_by_agent on webhook_deliveries (agent_id, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (agent_id, status, id desc);
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  trigger text not null check (trigger in ('auto', 'manual', 'test')),
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error_code text,
  excerpt text check (octet_length(excerpt) <= 1024),
  remote_ip text,
  primary key (delivery_id, number)
);

-- Up to which event deliveries have been made.
create table webhook_cursor (
  singleton boolean primary key default true check (singleton),
  number bigint not null
);
insert into webhook_cursor (number) select last from event_numbers;

-- Messages are signed with keys of the platform too, of another kind than agent cards.
alter table signing_keys drop constraint signing_keys_alg_check;
alter table signing_keys add constraint signing_keys_alg_check check (alg in ('ES256', 'EdDSA'));
