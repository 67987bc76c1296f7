-- A link stayed, hidden, after its granter no longer managed the agent, and came back with the granter.
delete from agent_links l using agents a
where a.id = l.agent_id and l.granted_by <> a.owner_id
  and not exists (
    select from organization_agents oa
    join organizations o on o.id = oa.organization_id and o.deleted_at is null
    join members m on m.organization_id = oa.organization_id
    where oa.agent_id = l.agent_id and m.user_id = l.granted_by and m.role in ('owner', 'admin'));
