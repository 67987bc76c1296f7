-- What happened, to be told: written with the change, numbered after its commit, read by streams and webhooks.

-- Rows without a number yet. Each transaction adds its own; only the relay takes them away.
create table outbox (
  id text primary key,
  at timestamptz not null,
  -- Whose event it is; a row without one only wakes those who wait for its topics.
  agent_id text,
  kind text,
  subject text,
  data jsonb,
  topics text[] not null,
  check ((agent_id is null) = (kind is null) and (kind is null) = (data is null))
);

-- Numbers follow the order of commits as the relay saw them: whoever has read up to one has missed none before it.
create table events (
  number bigint primary key,
  id text not null,
  at timestamptz not null,
  agent_id text not null,
  kind text not null,
  subject text,
  data jsonb not null
);
create index events_by_agent on events (agent_id, number);
create index events_by_age on events (at);

-- The last number given, and the first that is still kept.
create table event_numbers (
  singleton boolean primary key default true check (singleton),
  last bigint not null,
  kept_from bigint not null
);
insert into event_numbers (last, kept_from) values (0, 1);

-- How far somebody has read the notifications of an agent.
create table notification_reads (
  agent_id text not null references agents (id),
  reader text not null,
  number bigint not null,
  primary key (agent_id, reader)
);
