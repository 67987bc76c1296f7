-- Operators see which nodes run and how many of their calls fail. A node writes its row every few seconds.
create table nodes (
  id text primary key,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Calls of the last five minutes, and those with a server fault.
  requests bigint not null check (requests >= 0),
  errors bigint not null check (errors between 0 and requests)
);

-- The balance at the payment processor is compared with the ledger.
alter table verification_runs drop constraint verification_runs_kind_check;
alter table verification_runs add constraint verification_runs_kind_check
  check (kind in ('ledger', 'audit', 'processor'));
