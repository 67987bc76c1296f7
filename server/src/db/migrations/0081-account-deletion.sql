-- People delete their account: after a grace period a worker pseudonymizes it. Ledger and audit log keep its ids.
alter table users
  add column deletion_due_at timestamptz,
  add column deleted_at timestamptz,
  add check (deleted_at is null or deletion_due_at is null);
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;
