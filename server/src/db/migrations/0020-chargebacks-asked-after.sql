-- When an open chargeback is next asked after. A node that does not know of this yet leaves it to be asked after at once.
alter table chargebacks add column due_at timestamptz default now();
update chargebacks set due_at = null where state <> 'open';
create index chargebacks_due on chargebacks (due_at) where due_at is not null;

-- Up to when the movements at the processor were looked through, and when that is next done.
create table movement_looks (
  book text primary key,
  seen_up_to timestamptz not null,
  due_at timestamptz not null
);
