-- Threads and listings use the files of agents, besides files that were uploaded to them directly.

-- The messages that contain a file: participants of their threads can read it.
create table thread_file_uses (
  file_id text not null references files (id),
  message_id text not null references thread_messages (id),
  thread_id text not null references threads (id),
  created_at timestamptz not null,
  primary key (file_id, message_id)
);
create index thread_file_uses_by_thread on thread_file_uses (thread_id, file_id);

-- The bytes of such an attachment are those of the file, whose uploader's quota contains them.
alter table attachments add column file_id text references files (id);
create index attachments_by_file on attachments (file_id) where file_id is not null;

create or replace function storage_of_attachments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(l.client_id), array_agg(n.size), array_agg(true))
      from new_rows n join listings l on l.id = n.listing_id where n.file_id is null;
  else
    perform storage_add(array_agg(l.client_id), array_agg(-o.size), array_agg(true))
      from old_rows o join listings l on l.id = o.listing_id where o.file_id is null;
  end if;
  return null;
end $$;
