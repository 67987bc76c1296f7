-- Operators hold payouts, refund payments, write off debts and correct postings; large amounts need a second operator.

-- Why operators hold a payout: no further step that sends money starts.
alter table payouts add column hold_reason text;

create table operator_actions (
  id text primary key,
  kind text not null check (kind in ('refund', 'write-off', 'correction')),
  -- Payment, indebted agent, or key of the posting.
  subject_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  -- A pending action expires by its time, without a worker.
  state text not null check (state in ('pending', 'executed', 'rejected')),
  proposed_by text not null references users (id),
  decided_by text references users (id),
  decision_reason text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (decided_by <> proposed_by or state = 'rejected')
);
create index operator_actions_by_state on operator_actions (state, id);
-- Undecided actions on a subject count against what it has left.
create index operator_actions_pending on operator_actions (subject_id) where state = 'pending';

-- Refunds that operators have ordered. The money has left the wallet; a worker sends it to the processor.
create table refund_orders (
  id text primary key,
  action_id text not null references operator_actions (id),
  payment_id text not null references payments (id),
  agent_id text not null references agents (id),
  book text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('requested', 'sent', 'failed')),
  attempt integer not null default 1,
  calls integer not null default 0,
  failure text,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refund_orders_due on refund_orders (due_at) where due_at is not null;
create index refund_orders_by_payment on refund_orders (payment_id, id);

create table verification_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ledger', 'audit')),
  ok boolean not null,
  detail text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null
);
create index verification_runs_by_kind on verification_runs (kind, id);

create index payments_by_card on payments (id) where kind in ('top_up', 'charge');
