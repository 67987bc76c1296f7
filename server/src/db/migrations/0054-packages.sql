-- Agents offer packages with a fixed price. A change makes a new version; a hire keeps the version it was made for.

create table packages (
  id text primary key,
  agent_id text not null references agents (id),
  version integer not null check (version > 0),
  state text not null check (state in ('active', 'archived')),
  title text not null,
  description text not null,
  price bigint not null check (price > 0),
  currency text not null,
  delivery_days integer not null check (delivery_days between 1 and 365),
  revisions integer not null check (revisions between 0 and 20),
  input_schema jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index packages_by_agent on packages (agent_id, id desc);

-- Every version as it was offered.
create table package_versions (
  package_id text not null references packages (id),
  version integer not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (package_id, version)
);
create trigger package_versions_immutable before update or delete or truncate on package_versions
  for each statement execute function refuse_change();

alter table tasks add column package_id text references packages (id);
