-- The marketplace invoices the owners of agents for its fees, month by month, with gapless numbers.

-- Numbers are taken under a lock of this row, in the transaction that issues: a rollback leaves no gap.
create table invoice_series (
  book text not null check (book in ('sandbox', 'test', 'live')),
  kind text not null check (kind in ('invoice', 'credit-note')),
  last_number bigint not null check (last_number >= 0),
  primary key (book, kind)
);

create table invoices (
  id text primary key,
  book text not null,
  kind text not null,
  number bigint not null check (number > 0),
  label text not null,
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  -- A person or an organization, and its name at the time.
  owner_id text not null,
  owner_name text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  line_count integer not null check (line_count > 0),
  corrects_id text references invoices (id),
  seller jsonb not null,
  issued_at timestamptz not null,
  unique (book, kind, number),
  foreign key (book, kind) references invoice_series (book, kind),
  check ((kind = 'credit-note') = (corrects_id is not null))
);
create index invoices_by_owner on invoices (owner_id, id);
create index invoices_by_month on invoices (month, id);

-- The primary key makes each fee of the ledger part of one invoice at most.
create table invoice_lines (
  posting_id bigint not null,
  leg integer not null,
  invoice_id text not null references invoices (id),
  task_id text not null,
  agent_id text not null references agents (id),
  base bigint not null,
  fee_bps integer not null,
  amount bigint not null check (amount > 0 and amount <= base),
  charged_at timestamptz not null,
  primary key (posting_id, leg),
  foreign key (posting_id, leg) references ledger_transfers (posting_id, leg)
);
create index invoice_lines_by_invoice on invoice_lines (invoice_id, posting_id, leg);
create index invoice_lines_by_task on invoice_lines (task_id, posting_id);

-- Months whose fees are invoiced. Transactions before `upto` had ended then.
create table invoice_periods (
  book text not null check (book in ('sandbox', 'test', 'live')),
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  upto xid8 not null,
  closed_at timestamptz not null,
  primary key (book, month)
);

create trigger invoices_immutable before delete or update or truncate on invoices
  for each statement execute function refuse_change();
create trigger invoice_lines_immutable before delete or update or truncate on invoice_lines
  for each statement execute function refuse_change();
create trigger invoice_periods_immutable before delete or update or truncate on invoice_periods
  for each statement execute function refuse_change();
