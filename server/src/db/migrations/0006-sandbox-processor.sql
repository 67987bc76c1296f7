-- The sandbox processor: a stand-in for the company that holds the money, with its own books, as if it were elsewhere.

-- The first answer to a call that makes something; null while the call has begun and nobody was told how it ended.
create table sandbox_calls (
  key text primary key,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null
);
create index sandbox_calls_by_age on sandbox_calls (created_at);

create table sandbox_customers (
  id text primary key,
  our_id text not null,
  created_at timestamptz not null
);

-- A card that may be charged later. The number is one of the published test numbers.
create table sandbox_methods (
  id text primary key,
  customer_id text not null references sandbox_customers (id),
  card text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);

-- Somebody who is to be paid. The balance is what was transferred and has not gone to the bank.
create table sandbox_accounts (
  id text primary key,
  our_id text not null,
  email text not null,
  country text not null,
  currency text not null,
  balance bigint not null check (balance >= 0),
  bank text,
  state text not null check (state in ('not_started', 'pending', 'action_required', 'active', 'restricted')),
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_accounts_due on sandbox_accounts (due_at) where due_at is not null;

create table sandbox_payments (
  id text primary key,
  our_id text not null,
  customer_id text not null references sandbox_customers (id),
  card text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  fee bigint not null check (fee >= 0),
  refunded bigint not null default 0,
  state text not null check (state in ('processing', 'succeeded', 'failed')),
  failure text,
  due_at timestamptz,
  created_at timestamptz not null,
  check (refunded between 0 and amount)
);
create index sandbox_payments_by_our_id on sandbox_payments (our_id);
create index sandbox_payments_due on sandbox_payments (due_at) where due_at is not null;
comment on column sandbox_payments.due_at is 'When it succeeds late, or when its owner disputes it.';

-- A hosted page, open until somebody completes it or its time is over.
create table sandbox_sessions (
  id text primary key,
  kind text not null check (kind in ('checkout', 'setup', 'onboard')),
  our_id text not null,
  customer_id text references sandbox_customers (id),
  account_id text references sandbox_accounts (id),
  amount bigint check (amount > 0),
  currency text,
  return_url text not null,
  state text not null check (state in ('open', 'completed', 'expired')),
  payment_id text references sandbox_payments (id),
  method_id text references sandbox_methods (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((kind = 'onboard') = (account_id is not null)),
  check ((kind = 'onboard') = (customer_id is null)),
  check ((kind = 'checkout') = (amount is not null and currency is not null))
);
create index sandbox_sessions_by_our_id on sandbox_sessions (our_id);
create index sandbox_sessions_open on sandbox_sessions (expires_at) where state = 'open';

create table sandbox_refunds (
  id text primary key,
  our_id text not null,
  payment_id text not null references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('pending', 'succeeded', 'failed')),
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_refunds_by_payment on sandbox_refunds (payment_id);
create index sandbox_refunds_due on sandbox_refunds (due_at) where due_at is not null;

create table sandbox_disputes (
  id text primary key,
  payment_id text not null unique references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  fee bigint not null check (fee >= 0),
  state text not null check (state in ('open', 'won', 'lost')),
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_disputes_due on sandbox_disputes (due_at) where due_at is not null;

create table sandbox_transfers (
  id text primary key,
  our_id text not null,
  account_id text not null references sandbox_accounts (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reversed bigint not null default 0,
  created_at timestamptz not null,
  check (reversed between 0 and amount)
);
create index sandbox_transfers_by_account on sandbox_transfers (account_id, our_id);

create table sandbox_payouts (
  id text primary key,
  our_id text not null,
  account_id text not null references sandbox_accounts (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('in_transit', 'paid', 'failed')),
  failure text,
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_payouts_by_account on sandbox_payouts (account_id, our_id);
create index sandbox_payouts_due on sandbox_payouts (due_at) where due_at is not null;

-- The platform's balance at the processor, and each change of it.
create table sandbox_balances (
  currency text primary key,
  total bigint not null
);

create table sandbox_movements (
  id text primary key,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'transfer', 'transfer_reversal')),
  source_id text not null,
  amount bigint not null check (amount <> 0),
  fee bigint not null,
  currency text not null references sandbox_balances (currency),
  created_at timestamptz not null,
  available_at timestamptz not null,
  announced boolean not null
);
create index sandbox_movements_by_time on sandbox_movements (created_at);
create index sandbox_movements_pending on sandbox_movements (available_at) where not announced;
comment on column sandbox_movements.announced is 'Whether an event has said that the money is available.';

-- What the processor tells us, until we have answered that we heard it.
create table sandbox_events (
  id text primary key,
  type text not null,
  about jsonb not null,
  state text not null check (state in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index sandbox_events_due on sandbox_events (due_at) where state = 'queued';
create index sandbox_events_by_age on sandbox_events (created_at);
