-- What the processor gave back of a payment because somebody there said so.
create table refunds (
  ref text primary key,
  payment_id text not null references payments (id),
  agent_id text not null references agents (id),
  book text not null,
  state text not null check (state in ('pending', 'succeeded', 'failed')),
  amount bigint not null,
  currency text not null,
  -- When it is next asked after: a bank may send it back long after it was made.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_due on refunds (due_at) where due_at is not null;

-- Up to when those movements were looked through for refunds too: a node that does not know of them moves only the other.
alter table movement_looks add column refunds_seen_up_to timestamptz;
