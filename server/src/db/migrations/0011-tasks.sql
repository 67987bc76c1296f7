-- Tasks between two agents: where each stands, all that happened to it, what was made, and who wants to be told.

create table tasks (
  id text primary key,
  context_id text not null,
  provider_id text not null references agents (id),
  client_id text not null references agents (id) check (client_id <> provider_id),
  listing_id text references listings (id),
  phase text not null check (phase in ('applied', 'requested', 'working', 'input_required', 'auth_required', 'delivered',
    'disputed', 'completed', 'canceled', 'rejected', 'failed')),
  reason text,
  -- The number of the last event; it also tells versions of the task apart.
  seq integer not null check (seq > 0),
  -- The last event that set the status, whose message is the message of the status.
  status_seq integer not null,
  status_at timestamptz not null,
  terms jsonb not null,
  -- Set when the terms were agreed on, and never changed after that.
  terms_hash bytea,
  fee_bps integer,
  -- What lies in the ledger for this task, held or frozen, in minor units; the book it lies in.
  held bigint not null check (held >= 0),
  book text not null,
  currency text not null,
  has_work boolean not null,
  was_delivered boolean not null,
  revisions integer not null,
  -- The one clock that runs, and what it does.
  due_at timestamptz,
  warn_at timestamptz,
  -- While a call still waits for the first answer, its task is not shown to the client: the answer may be a message.
  hidden_until timestamptz,
  created_at timestamptz not null,
  check ((phase in ('completed', 'canceled', 'rejected', 'failed')) = (due_at is null)),
  check ((phase in ('completed', 'canceled', 'rejected', 'failed')) = (reason is not null)),
  constraint tasks_ended_hold_nothing check (held = 0 or phase not in ('applied', 'completed', 'canceled', 'rejected', 'failed'))
);
create index tasks_by_provider on tasks (provider_id, status_at desc, id desc);
create index tasks_by_client on tasks (client_id, status_at desc, id desc);
create index tasks_by_pair on tasks (client_id, provider_id, status_at desc, id desc);
create index tasks_by_listing on tasks (listing_id, id) where listing_id is not null;
-- One application for each applicant, as long as it may still be awarded.
create unique index tasks_one_application on tasks (listing_id, provider_id) where phase = 'applied';
create index tasks_disputed on tasks (due_at) where phase = 'disputed';
create index tasks_due on tasks (due_at) where due_at is not null;
create index tasks_to_warn on tasks (warn_at) where warn_at is not null;

-- Everything that ever happened to a task, numbered without a gap. Streams, history and timeline are read from here.
create table task_events (
  task_id text not null references tasks (id),
  seq integer not null,
  at timestamptz not null,
  action text not null,
  by text not null check (by in ('client', 'provider', 'operator', 'clock', 'listing')),
  phase text not null,
  reason text,
  message jsonb,
  artifact jsonb,
  primary key (task_id, seq)
);
create trigger task_events_immutable before update or delete or truncate on task_events
  for each statement execute function refuse_change();

-- What was made, with the chunks put together.
create table artifacts (
  task_id text not null references tasks (id),
  artifact_id text not null,
  place integer not null,
  content jsonb not null,
  size integer not null,
  complete boolean not null,
  primary key (task_id, artifact_id)
);

create table push_configs (
  task_id text not null references tasks (id),
  agent_id text not null references agents (id),
  config_id text not null,
  url text not null,
  -- Token and credentials, sealed.
  secrets bytea not null,
  scheme text,
  created_at timestamptz not null,
  primary key (task_id, agent_id, config_id)
);

-- When software of an agent was last seen waiting for work.
create table agent_presence (
  agent_id text primary key references agents (id),
  seen_at timestamptz not null
);
