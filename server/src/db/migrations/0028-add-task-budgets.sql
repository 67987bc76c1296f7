-- Bounds of a task: the bytes of each event and artifact, how much each side has put in, and how many tasks of a pair are open.

-- As long as the text that a read would send: jsonb writes 1e300 out in full.
alter table task_events add column size integer not null
  generated always as (coalesce(octet_length(message::text), 0) + coalesce(octet_length(artifact::text), 0)) stored;
alter table artifacts drop column size;
alter table artifacts add column size integer not null generated always as (octet_length(content::text)) stored;

-- Messages and artifact chunks that count against the budget of each side; decisions do not.
alter table tasks
  add column client_messages integer not null default 0,
  add column client_bytes integer not null default 0,
  add column provider_messages integer not null default 0,
  add column provider_bytes integer not null default 0;
update tasks t set client_messages = used.client_messages, client_bytes = used.client_bytes,
  provider_messages = used.provider_messages, provider_bytes = used.provider_bytes
from (
  select task_id, count(*) filter (where by = 'client') as client_messages,
    least(coalesce(sum(size) filter (where by = 'client'), 0), 2147483647) as client_bytes,
    count(*) filter (where by = 'provider') as provider_messages,
    least(coalesce(sum(size) filter (where by = 'provider'), 0), 2147483647) as provider_bytes
  from task_events
  where size > 0 and action in ('message', 'apply', 'start', 'ask', 'askAuthorization', 'artifact')
  group by task_id
) used
where used.task_id = t.id;

create index tasks_open_by_pair on tasks (client_id, provider_id) where due_at is not null;

-- Open tasks that a client has with a provider, counted up to a limit. Volatile, so that a statement that has waited for the
-- lock of the pair counts what was committed meanwhile.
create function open_tasks(client text, provider text, most integer) returns integer language plpgsql volatile as $$
begin
  return (select count(*) from (
    select from tasks where client_id = client and provider_id = provider and due_at is not null limit most) counted);
end $$;
