-- An agent that was created, assigned, unassigned or archived after a decision kept an old copy of the standing.
with effective as (
  select a.id, case when coalesce(bool_or(s.level = 'suspended'), false) then 'suspended'
    when count(s.level) > 0 then 'restricted' else 'good' end as standing
  from agents a left join organization_agents assigned on assigned.agent_id = a.id
    left join standings s on s.subject_id in (a.id, a.owner_id, assigned.organization_id)
  group by a.id
)
update agents a set standing = effective.standing, updated_at = now(),
  visibility = case when effective.standing = 'suspended' then 'private'
    else coalesce(a.chosen_visibility, a.visibility) end,
  chosen_visibility = case when effective.standing = 'suspended'
    then coalesce(a.chosen_visibility, a.visibility) end
from effective where effective.id = a.id and a.standing <> effective.standing;
