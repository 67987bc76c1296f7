-- Settlement offers and approval requests warn before they expire, like tasks. Null: warned, or made before this migration.
alter table dispute_offers add column warn_at timestamptz;
create index dispute_offers_to_warn on dispute_offers (warn_at) where warn_at is not null and state = 'open';

alter table approvals add column warn_at timestamptz;
create index approvals_to_warn on approvals (warn_at) where warn_at is not null and state = 'pending';
