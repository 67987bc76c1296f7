-- Funds of an archived agent move to another one; a payment that is taken back then falls to that one.
alter table payments add column liable_id text references agents (id);
create index payments_by_liable on payments (liable_id) where liable_id is not null;
create index agents_archived on agents (owner_id, id) where archived_at is not null;
