-- Files of agents, uploaded in parts. The bytes of each part are a blob in one of the stores.

-- A row is committed before its bytes are written, so that a crash leaves no bytes without a row.
create table blobs (
  id text primary key,
  store text not null check (store in ('postgres', 's3')),
  state text not null check (state in ('writing', 'stored', 'deleting')),
  -- When a worker deletes the bytes and the row.
  due_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'stored') = (due_at is null))
);
create index blobs_due on blobs (due_at) where due_at is not null;
create index blobs_stored on blobs (store, id) where state = 'stored';

-- Bytes of the blobs in the store "postgres".
create table blob_pieces (
  blob_id text not null references blobs (id),
  place integer not null,
  bytes bytea not null,
  primary key (blob_id, place)
);
-- Most files are compressed already: compressing them again costs time and saves nothing.
alter table blob_pieces alter column bytes set storage external;

create table files (
  id text primary key,
  agent_id text not null references agents (id),
  filename text not null,
  declared_type text,
  -- Detected from the bytes when the upload is completed.
  media_type text,
  size bigint not null check (size > 0),
  part_size integer not null check (part_size > 0),
  -- Declared by the client, or computed when the upload is completed.
  sha256 bytea,
  state text not null check (state in ('uploading', 'ready', 'quarantined')),
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When a worker deletes the file: an unfinished upload, or a file without a use. Null while a task uses it.
  expires_at timestamptz,
  check ((state = 'uploading') = (completed_at is null)),
  check (state = 'uploading' or (media_type is not null and sha256 is not null)),
  check (state <> 'uploading' or expires_at is not null)
);
create index files_by_agent on files (agent_id, id desc);
create index files_expiring on files (expires_at) where expires_at is not null;

create table file_parts (
  file_id text not null references files (id) on delete cascade,
  number integer not null check (number > 0),
  blob_id text not null unique references blobs (id),
  size integer not null check (size > 0),
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (file_id, number)
);

-- The tasks whose messages, artifacts or evidence contain a file: their parties can read it.
create table file_uses (
  file_id text not null references files (id),
  task_id text not null references tasks (id),
  created_at timestamptz not null,
  primary key (file_id, task_id)
);
create index file_uses_by_task on file_uses (task_id);

-- The whole size counts from the declaration on, so that unfinished uploads count too.
create function storage_of_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(agent_id), array_agg(size), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(agent_id), array_agg(-size), array_agg(true)) from old_rows;
  end if;
  return null;
end $$;
create trigger files_stored after insert on files
  referencing new table as new_rows for each statement execute function storage_of_files();
create trigger files_dropped after delete on files
  referencing old table as old_rows for each statement execute function storage_of_files();
