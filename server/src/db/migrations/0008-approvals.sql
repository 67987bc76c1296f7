-- What agent keys asked for and a person has to decide, and what they have spent against the budgets of their gate.

create table approvals (
  id text primary key,
  agent_id text not null references agents (id),
  key_id text not null references agent_keys (id),
  operation text not null,
  input jsonb not null,
  input_hash bytea not null,
  request_key text,
  action text not null,
  amount bigint check (amount >= 0),
  currency text,
  counterparty text references agents (id),
  failed_rule text not null,
  state text not null check (state in ('pending', 'approved', 'denied', 'expired', 'done', 'failed')),
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text references users (id),
  decided_at timestamptz,
  check ((amount is null) = (currency is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((decided_by is null) = (state in ('pending', 'expired'))),
  check ((error is null) = (state <> 'failed'))
);
create index approvals_by_agent on approvals (agent_id, id);
create index approvals_pending on approvals (agent_id, input_hash) where state = 'pending';
create index approvals_due on approvals (expires_at) where state = 'pending';
create index approvals_running on approvals (decided_at) where state = 'approved';
comment on column approvals.request_key is 'The Idempotency-Key of the call, under which it also runs.';
comment on column approvals.input_hash is 'SHA-256 of the operation and its input, with sorted keys.';

create table gate_spending (
  agent_id text not null references agents (id),
  period text not null,
  currency text not null,
  spent bigint not null check (spent >= 0),
  created_at timestamptz not null,
  primary key (agent_id, period, currency)
);
comment on column gate_spending.period is 'day:2026-11-15, month:2026-11 or task:<id>; days and months are those of UTC.';
