-- Images lose their metadata when they are completed, and a virus scanner checks files.

alter table files
  -- What the uploader sent, if the stored bytes differ.
  add column received_size bigint,
  add column received_sha256 bytea,
  -- Result of the virus scanner; null if none was configured when the file was completed.
  add column scan text check (scan in ('pending', 'clean', 'quarantined')),
  -- What the scanner found, or why the last attempt failed.
  add column scan_note text,
  add column scan_attempts integer not null default 0,
  -- When the scanner is called next.
  add column due_at timestamptz,
  add constraint files_received_check check ((received_size is null) = (received_sha256 is null)),
  add constraint files_scan_due_check check ((due_at is not null) = (scan is not distinct from 'pending')),
  add constraint files_quarantined_check check ((state = 'quarantined') = (scan is not distinct from 'quarantined'));
create index files_scan_due on files (due_at) where due_at is not null;
create index files_quarantined on files (id) where scan = 'quarantined';

create function storage_of_resized_file() returns trigger language plpgsql as $$
begin
  perform storage_add(array[new.agent_id], array[new.size - old.size], array[true]);
  return null;
end $$;
create trigger files_resized after update of size on files
  for each row when (old.size <> new.size) execute function storage_of_resized_file();
