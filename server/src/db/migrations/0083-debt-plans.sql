-- Debts can be repaid in agreed installments, while the wallet can spend.

create table debt_plans (
  id text primary key,
  agent_id text not null references agents (id),
  book text not null,
  currency text not null,
  state text not null check (state in ('active', 'completed', 'broken', 'ended')),
  -- When the worker acts next: the date of the next installment, or its next attempt.
  due_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'active') = (ended_at is null)),
  check ((state = 'active') = (due_at is not null))
);
create unique index debt_plans_active on debt_plans (agent_id, book, currency) where state = 'active';
create index debt_plans_due on debt_plans (due_at) where due_at is not null;

create table debt_installments (
  plan_id text not null references debt_plans (id),
  number integer not null check (number > 0),
  amount bigint not null check (amount > 0),
  due_at timestamptz not null,
  state text not null check (state in ('due', 'paid', 'missed', 'canceled')),
  primary key (plan_id, number)
);
