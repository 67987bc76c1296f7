-- A key works on the authority of a person: it stops when that person loses it, and an owner can take it over for 30 days.

alter table agent_keys
  add held_by text references users (id),
  add wallet boolean,
  add disabled_at timestamptz;

-- A key with a scope for money carries the wallet; so does any key of a person who has the right to it.
update agent_keys k set held_by = created_by, wallet = scopes && '{spend,payout}' or exists (
  select from agent_access a
  where a.agent_id = k.agent_id and a.user_id = k.created_by and a.role in ('owner', 'organization-owner'));

-- Keys that outlived the authority of the person who made them.
update agent_keys k set disabled_at = now() where deactivated_at is null and not exists (
  select from agent_access a
  where a.agent_id = k.agent_id and a.user_id = k.held_by
    and (a.role in ('owner', 'organization-owner') or (a.role = 'organization-admin' and not k.wallet)));

alter table agent_keys alter held_by set not null, alter wallet set not null;
create index agent_keys_by_holder on agent_keys (held_by) where deactivated_at is null;

create or replace function authority_holds(agent text, person text, key text, roles text[], at timestamptz)
  returns boolean language sql stable
  return case
    when key is not null then exists (select from agent_keys k
      where k.id = key and k.agent_id = agent and k.deactivated_at is null and k.disabled_at is null
        and (k.expires_at is null or k.expires_at > at))
    when person is not null then exists (select from agent_access a
      where a.agent_id = agent and a.user_id = person and a.role = any(roles))
    else true end;
