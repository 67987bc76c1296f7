-- Changes of authority, so that every node notices one within a second even when its wake-up is lost.

create table authority_changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  topic text not null,
  at timestamptz not null
);
create index authority_changes_by_transaction on authority_changes (transaction_id);
create index authority_changes_by_time on authority_changes (at);
