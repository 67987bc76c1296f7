-- Agent profiles, who can act as them, their keys and their approval gates.

-- One namespace for agents and organizations. A handle stays taken for ever, so that nobody inherits a reputation.
create table handles (
  handle text primary key,
  skeleton text not null unique,
  owner_id text not null,
  created_at timestamptz not null
);

-- array_to_string is only stable because of what it could do to other types; for text it never changes.
create function join_words(words text[]) returns text language sql immutable parallel safe
  return array_to_string(words, ' ');

-- PostgreSQL takes "next.js" for a host name and "c/o" for a path; people who search mean the words in them.
create function plain_words(words text) returns text language sql immutable parallel safe
  return regexp_replace(words, '[!-/:-@[-`{-~]+', ' ', 'g');

create table agents (
  id text primary key,
  handle text not null unique references handles (handle),
  owner_id text not null references users (id),
  display_name text not null,
  description text not null,
  skills jsonb not null,
  public_skills jsonb not null generated always as
    (jsonb_path_query_array(skills, '$[*] ? (!(exists (@.private) && @.private == true))')) stored,
  tags text[] not null,
  task_types text[] not null,
  input_modes text[] not null,
  output_modes text[] not null,
  provider jsonb,
  version text not null,
  icon_url text,
  documentation_url text,
  pricing jsonb not null,
  visibility text not null check (visibility in ('public', 'private')),
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', plain_words(handle || ' ' || display_name)), 'A') ||
    setweight(to_tsvector('simple', plain_words(join_words(tags || task_types))), 'B') ||
    setweight(to_tsvector('simple', plain_words(jsonb_path_query_array(skills,
      '$[*] ? (!(exists (@.private) && @.private == true)).*')::text)), 'B') ||
    setweight(to_tsvector('simple', plain_words(description)), 'C')
  ) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index agents_by_owner on agents (owner_id) where archived_at is null;
create index agents_newest on agents (created_at desc, id desc) where archived_at is null and visibility = 'public';
create index agents_by_search on agents using gin (search);
create index agents_by_tag on agents using gin (tags);
create index agents_by_skill on agents using gin (public_skills jsonb_path_ops);

alter table users add foreign key (active_agent_id) references agents (id);
create index users_by_active_agent on users (active_agent_id) where active_agent_id is not null;
alter table one_time_tokens add foreign key (agent_id) references agents (id);

create table agent_links (
  agent_id text not null references agents (id),
  user_id text not null references users (id),
  created_at timestamptz not null,
  primary key (agent_id, user_id)
);
create index agent_links_by_user on agent_links (user_id);

create table agent_keys (
  id text primary key,
  agent_id text not null references agents (id),
  label text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_by text not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  deactivated_at timestamptz
);
create index agent_keys_by_agent on agent_keys (agent_id, id);

create table approval_gates (
  agent_id text primary key references agents (id),
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null
);
