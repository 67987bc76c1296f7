-- A callback address receives nothing once the key or the person that registered it has lost its authority over the agent.

-- Both null: registered before this was recorded, which counts as registered by the owner.
alter table webhooks
  add registered_by_user text references users (id),
  add registered_by_key text references agent_keys (id);
alter table push_configs
  add registered_by_user text references users (id),
  add registered_by_key text references agent_keys (id);
alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('gone', 'failing', 'revoked'));

-- Whether a key still works for the agent, or a person still reaches the agent in one of these roles.
create function authority_holds(agent text, person text, key text, roles text[], at timestamptz)
  returns boolean language sql stable
  return case
    when key is not null then exists (select from agent_keys k
      where k.id = key and k.agent_id = agent and k.deactivated_at is null and (k.expires_at is null or k.expires_at > at))
    when person is not null then exists (select from agent_access a
      where a.agent_id = agent and a.user_id = person and a.role = any(roles))
    else true end;
