-- Whether no gate watches over what the key of an agent does. A function that may change its answer looks at what is committed
-- when it is called, not when the statement around it began: a statement that has locked the agent sees a gate that was
-- turned on while it waited.
create function nobody_watches(agent text) returns boolean language plpgsql volatile as $$
begin
  return not exists (select from approval_gates g where g.agent_id = agent
    and (g.settings ->> 'mode' <> 'off' or g.settings -> 'killSwitch' = 'true'::jsonb));
end $$;
