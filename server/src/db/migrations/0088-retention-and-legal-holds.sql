-- Operators decide how long data is kept, and place legal holds, which suspend every deletion of what they cover.
create table legal_holds (
  id text primary key,
  kind text not null check (kind in ('user', 'agent', 'organization', 'task')),
  subject_id text not null,
  reason text not null,
  placed_by text not null references users (id),
  created_at timestamptz not null,
  released_by text references users (id),
  release_reason text,
  released_at timestamptz,
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);
create unique index legal_holds_active on legal_holds (subject_id) where released_at is null;

-- An agent is covered by a hold on itself, its owner or its organization.
create function is_held_agent(agent text) returns boolean language sql stable as $$
  select exists (select from legal_holds h where h.released_at is null and (
    h.subject_id = agent
    or h.subject_id = (select owner_id from agents where id = agent)
    or h.subject_id in (select organization_id from organization_agents where agent_id = agent)))
$$;

-- A person is covered by a hold on themselves, on an agent of theirs or on an organization of theirs.
create function is_held_user(person text) returns boolean language sql stable as $$
  select exists (select from legal_holds h where h.released_at is null and (
    h.subject_id = person
    or (h.kind = 'agent' and exists (select from agents where id = h.subject_id and owner_id = person))
    or (h.kind = 'organization' and exists (
      select from members where organization_id = h.subject_id and user_id = person))))
$$;

-- A task is covered by a hold on itself or on one of its parties.
create function is_held_task(task text) returns boolean language sql stable as $$
  select exists (select from legal_holds where released_at is null)
    and (exists (select from legal_holds h where h.released_at is null and h.subject_id = task)
      or exists (select from tasks t where t.id = task and (is_held_agent(t.client_id) or is_held_agent(t.provider_id))))
$$;

-- Retention replaces the contents of ended tasks. Everything else about a step stays immutable.
alter table tasks add column contents_removed_at timestamptz;
create index tasks_with_contents on tasks (status_at)
  where phase in ('completed', 'canceled', 'rejected', 'failed') and contents_removed_at is null;
drop trigger task_events_immutable on task_events;
create trigger task_events_immutable before delete or truncate
  or update of task_id, seq, at, action, by, phase, reason on task_events
  for each statement execute function refuse_change();

create index listings_drafts on listings (updated_at) where status = 'draft';
create index sessions_by_expiry on sessions (expires_at);
