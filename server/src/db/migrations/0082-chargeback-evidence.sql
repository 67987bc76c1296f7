-- Operators send evidence against chargebacks to the payment processor.

create table chargeback_evidence (
  chargeback_ref text primary key references chargebacks (ref),
  book text not null,
  -- The decision of the bank is the state of the chargeback.
  state text not null check (state in ('draft', 'queued', 'sent', 'failed')),
  statement text not null,
  -- Facts of the trade as they are sent; null while they can change.
  facts jsonb,
  -- Number of idempotency keys used: incremented whenever operators send.
  attempt integer not null default 0,
  failure text,
  written_by text not null references users (id),
  sent_at timestamptz,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('queued', 'sent')) = (facts is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index chargeback_evidence_due on chargeback_evidence (due_at) where due_at is not null;

alter table sandbox_disputes add column evidence text;
