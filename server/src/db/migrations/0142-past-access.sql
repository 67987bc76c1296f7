-- Archiving an agent deleted the traces of who could act as it, so that operators could decide about an agent of theirs.
create table past_access (
  agent_id text not null references agents (id),
  user_id text not null references users (id),
  primary key (agent_id, user_id)
);
create index past_access_by_user on past_access (user_id);
comment on table past_access is 'People besides the owner who could act as an archived agent when it was archived.';

-- The audit log names them for agents that are already archived.
insert into past_access (agent_id, user_id)
select distinct a.id, u.id
from agents a
join audit_entries e on e.target = a.id and e.action = 'agent.linked' and e.at <= a.archived_at
join users u on u.id = e.user_id and u.deleted_at is null
where not exists (
  select from audit_entries ended where ended.target = a.id and ended.at > e.at and ended.at < a.archived_at
    and (ended.action = 'agent.unlinked' and ended.user_id = u.id
      or ended.action = 'agent.person-removed' and ended.details ->> 'user' = u.id));

insert into past_access (agent_id, user_id)
select distinct a.id, m.user_id
from agents a
join audit_entries e on e.target = a.id and e.action = 'agent.assigned' and e.at <= a.archived_at
join members m on m.organization_id = e.details ->> 'organization' and m.created_at <= a.archived_at
  and m.user_id <> a.owner_id
where not exists (
  select from audit_entries ended where ended.target in (a.id, m.organization_id)
    and ended.at > e.at and ended.at < a.archived_at
    and (ended.action = 'agent.unassigned' and ended.target = a.id
      or ended.action in ('member.removed', 'organization.deleted') and ended.details -> 'agents' ? a.id))
on conflict do nothing;
