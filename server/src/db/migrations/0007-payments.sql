-- Money that comes in and goes out: what was intended, what the processor said, and what it told us about.

-- An agent's file at each processor.
create table processor_customers (
  agent_id text not null references agents (id),
  book text not null,
  ref text not null,
  created_at timestamptz not null,
  primary key (agent_id, book)
);

create table payments (
  id text primary key,
  agent_id text not null references agents (id),
  book text not null,
  kind text not null check (kind in ('top_up', 'charge', 'conversion')),
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('intended', 'open', 'processing', 'succeeded', 'failed', 'expired')),
  -- The caller's own name for the call, so that a repeated intent finds the first one.
  request_key text,
  customer_ref text,
  method_ref text,
  session_ref text,
  session_url text,
  session_expires_at timestamptz,
  payment_ref text,
  failure text,
  fee bigint,
  -- When a worker asks the processor how it stands; null once nothing more is expected.
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (agent_id, request_key)
);
create index payments_due on payments (due_at) where due_at is not null;
create index payments_by_agent on payments (agent_id, id);
create index payments_by_ref on payments (payment_ref) where payment_ref is not null;
create index payments_by_session on payments (session_ref) where session_ref is not null;

-- The saved card of an agent, and how much of it may be used without asking.
create table payment_authorities (
  agent_id text not null references agents (id),
  book text not null,
  id text not null unique,
  state text not null check (state in ('pending', 'active', 'failed', 'removed')),
  currency text not null,
  max_per_charge bigint not null check (max_per_charge > 0),
  max_per_day bigint not null check (max_per_day > 0),
  customer_ref text,
  session_ref text,
  session_url text,
  session_expires_at timestamptz,
  method_ref text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_id, book)
);
create index payment_authorities_by_session on payment_authorities (session_ref);
create index payment_authorities_by_method on payment_authorities (method_ref);

-- Where an agent is paid.
create table payout_accounts (
  agent_id text not null references agents (id),
  book text not null,
  ref text,
  country text not null,
  state text not null check (state in ('not_started', 'pending', 'action_required', 'active', 'restricted')),
  missing text[] not null,
  checked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_id, book)
);
create index payout_accounts_by_ref on payout_accounts (ref);

create table payouts (
  id text primary key,
  agent_id text not null references agents (id),
  book text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in
    ('requested', 'sending', 'sent', 'in_transit', 'paid', 'reversing', 'failed', 'returned', 'needs_attention')),
  account_ref text not null,
  transfer_ref text,
  bank_ref text,
  failure text,
  -- Counts tries that the processor said came to nothing; a try whose end is unknown is repeated under its number.
  attempt integer not null default 1,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payouts_due on payouts (due_at) where due_at is not null;
create index payouts_by_agent on payouts (agent_id, id);
create index payouts_by_transfer on payouts (transfer_ref) where transfer_ref is not null;
create index payouts_by_bank on payouts (bank_ref) where bank_ref is not null;

-- A payment that its payer's bank took back.
create table chargebacks (
  ref text primary key,
  payment_id text not null references payments (id),
  agent_id text not null references agents (id),
  book text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount bigint not null,
  currency text not null,
  withdrawn bigint not null default 0,
  reinstated bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chargebacks_open on chargebacks (agent_id) where state = 'open';

-- What the processor told us, by its own id, so that nothing is applied twice. Only the subject is kept, never a state.
create table processor_events (
  event_id text primary key,
  book text not null,
  type text not null,
  subject text not null,
  ref text not null,
  our_id text,
  under text,
  state text not null check (state in ('queued', 'applied', 'ignored', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  applied_at timestamptz
);
create index processor_events_due on processor_events (due_at) where state = 'queued';
