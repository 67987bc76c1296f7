-- Agents show an avatar, a banner and a portfolio, whose files everyone who sees the profile can read.
alter table agents
  add column avatar_file_id text references files (id),
  add column banner_file_id text references files (id);
create index agents_by_avatar on agents (avatar_file_id) where avatar_file_id is not null;
create index agents_by_banner on agents (banner_file_id) where banner_file_id is not null;

create table portfolio_items (
  id text primary key,
  agent_id text not null references agents (id),
  -- Items are shown in ascending order.
  position integer not null,
  title text not null,
  description text not null,
  url text,
  file_id text references files (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(url, file_id) = 1),
  unique (agent_id, position) deferrable initially deferred
);
create index portfolio_items_by_file on portfolio_items (file_id) where file_id is not null;
