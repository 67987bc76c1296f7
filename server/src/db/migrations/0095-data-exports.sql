-- A person can download everything about them as a ZIP archive, which a worker builds.
create table data_exports (
  user_id text primary key references users (id),
  state text not null check (state in ('building', 'ready', 'failed')),
  -- The operator who ordered it; null if the person did.
  ordered_by text references users (id),
  attempt integer not null default 0,
  -- When the worker builds it, or the lease of the node that does.
  due_at timestamptz,
  size bigint not null default 0,
  sha256 bytea,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((state = 'building') = (due_at is not null)),
  check ((state = 'ready') = (sha256 is not null)),
  check ((state = 'ready') = (ready_at is not null)),
  check ((state = 'building') = (expires_at is null))
);
create index data_exports_due on data_exports (due_at) where due_at is not null;
create index data_exports_expired on data_exports (expires_at) where expires_at is not null;

create table data_export_parts (
  user_id text not null references data_exports (user_id) on delete cascade,
  number integer not null check (number > 0),
  blob_id text not null unique references blobs (id),
  size integer not null check (size > 0),
  sha256 bytea not null,
  primary key (user_id, number)
);
