-- Names the condition for what it checks. `nobody_watches` remains for nodes of the previous version during a rolling upgrade.

create function has_no_gate(agent text) returns boolean language plpgsql volatile as $$
begin
  return not exists (select from approval_gates g where g.agent_id = agent
    and (g.settings ->> 'mode' <> 'off' or g.settings -> 'killSwitch' = 'true'::jsonb));
end $$;
