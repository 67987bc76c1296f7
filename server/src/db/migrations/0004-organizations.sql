-- Organizations, their members, invitations and the agents that work for them.

create table organizations (
  id text primary key,
  handle text not null unique references handles (handle),
  display_name text not null,
  description text not null,
  website text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index organizations_by_name on organizations
  using gin (to_tsvector('simple', plain_words(handle || ' ' || display_name)));

create table members (
  organization_id text not null references organizations (id),
  user_id text not null references users (id),
  role text not null check (role in ('owner', 'admin', 'finance', 'member')),
  created_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index members_by_user on members (user_id);

create table invitations (
  id text primary key,
  organization_id text not null references organizations (id),
  email_key text,
  user_id text references users (id),
  role text not null check (role in ('owner', 'admin', 'finance', 'member')),
  state text not null check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  invited_by text not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((email_key is null) <> (user_id is null))
);
create index invitations_by_organization on invitations (organization_id, id);
create index invitations_by_user on invitations (user_id) where state = 'pending';
create index invitations_by_email on invitations (email_key) where state = 'pending';

-- An agent works for at most one organization.
create table organization_agents (
  agent_id text primary key references agents (id),
  organization_id text not null references organizations (id),
  assigned_by text not null references users (id),
  created_at timestamptz not null
);
create index organization_agents_by_organization on organization_agents (organization_id);

-- Every way in which a person reaches an agent; the one place that says so.
create view agent_access as
  select a.id as agent_id, a.owner_id as user_id, 'owner' as role, 1 as rank
    from agents a where a.archived_at is null
  union all
  select l.agent_id, l.user_id, 'operator', 6
    from agent_links l join agents a on a.id = l.agent_id and a.archived_at is null
  union all
  select oa.agent_id, m.user_id, 'organization-' || m.role,
      case m.role when 'owner' then 2 when 'admin' then 3 when 'finance' then 4 else 5 end
    from organization_agents oa
    join organizations o on o.id = oa.organization_id and o.deleted_at is null
    join members m on m.organization_id = oa.organization_id
    join agents a on a.id = oa.agent_id and a.archived_at is null;
