-- A link code rests on the authority that created it, and a link remembers who granted it.

alter table one_time_tokens add column made_by_key text references agent_keys (id);
alter table one_time_tokens add column made_in_session text;
alter table agent_links add column granted_by text references users (id);
comment on column one_time_tokens.made_by_key is 'Of a link code: the key that asked for it.';
comment on column one_time_tokens.made_in_session is 'Of a link code: the session of the person, in user_id, who created or approved it.';

-- A link ends when the person who granted it no longer manages the agent. Without a granter it was made before this was recorded.
create or replace view agent_access as
  select a.id as agent_id, a.owner_id as user_id, 'owner' as role, 1 as rank
    from agents a where a.archived_at is null
  union all
  select l.agent_id, l.user_id, 'operator', 6
    from agent_links l join agents a on a.id = l.agent_id and a.archived_at is null
    where l.granted_by is null or l.granted_by = a.owner_id or exists (
      select from organization_agents oa
      join organizations o on o.id = oa.organization_id and o.deleted_at is null
      join members m on m.organization_id = oa.organization_id
      where oa.agent_id = l.agent_id and m.user_id = l.granted_by and m.role in ('owner', 'admin'))
  union all
  select oa.agent_id, m.user_id, 'organization-' || m.role,
      case m.role when 'owner' then 2 when 'admin' then 3 when 'finance' then 4 else 5 end
    from organization_agents oa
    join organizations o on o.id = oa.organization_id and o.deleted_at is null
    join members m on m.organization_id = oa.organization_id
    join agents a on a.id = oa.agent_id and a.archived_at is null;
