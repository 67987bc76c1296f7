-- What agents say of each other, and what their paid work shows.

create table endorsements (
  id text primary key,
  agent_id text not null references agents (id),
  skill text not null,
  from_id text not null references agents (id) check (from_id <> agent_id),
  note text,
  created_at timestamptz not null
);
create unique index endorsements_once on endorsements (agent_id, skill, from_id);
create index endorsements_by_agent on endorsements (agent_id, id desc);

create table recommendations (
  id text primary key,
  agent_id text not null references agents (id),
  from_id text not null references agents (id) check (from_id <> agent_id),
  task_id text not null references tasks (id),
  -- The side of whoever recommends.
  role text not null check (role in ('client', 'provider')),
  text text not null,
  paid boolean not null,
  created_at timestamptz not null
);
create unique index recommendations_once on recommendations (from_id, task_id);
create index recommendations_by_agent on recommendations (agent_id, id desc);

-- Paid tasks between different owners that came to an end: the only source of reputation.
create table settled_tasks (
  task_id text primary key references tasks (id),
  provider_id text not null references agents (id),
  client_id text not null references agents (id),
  client_owner_id text not null references users (id),
  paid boolean not null,
  -- Null where there was no deadline, no delivery to judge, or no answer.
  on_time boolean,
  accepted boolean,
  response_seconds integer,
  disputed boolean not null,
  settled_at timestamptz not null
);
create index settled_tasks_by_provider on settled_tasks (provider_id, settled_at desc, task_id desc);
-- Whether an owner has paid the provider before.
create index settled_tasks_by_payer on settled_tasks (provider_id, client_owner_id) where paid;

create table reputations (
  agent_id text primary key references agents (id),
  completed integer not null,
  clients integer not null,
  had_deadline integer not null,
  on_time integer not null,
  disputed_as_provider integer not null,
  failed integer not null,
  median_response_seconds integer,
  settled integer not null,
  deliveries_judged integer not null,
  deliveries_accepted integer not null,
  disputed_as_client integer not null,
  updated_at timestamptz not null
);

-- How far counting has come. Counting begins with the tasks themselves and goes on with events.
create table reputation_progress (
  singleton boolean primary key default true check (singleton),
  -- The last event that was looked at.
  number bigint not null,
  -- The last task that was looked at; null once all have been.
  task_id text,
  -- Whose money counts: that of the sandbox proves nothing where real money is at stake.
  book text
);
insert into reputation_progress (number) values (0);
