-- Agents save searches and are alerted once of each new agent or listing that matches, and keep favorites.

-- When the agent became public for the first time.
alter table agents add column listed_at timestamptz;
update agents set listed_at = created_at where visibility = 'public';

create function set_listed_at() returns trigger language plpgsql as $$
begin
  new.listed_at := new.updated_at;
  return new;
end $$;
create trigger agents_listed before insert or update of visibility, archived_at on agents for each row
  when (new.listed_at is null and new.visibility = 'public' and new.archived_at is null)
  execute function set_listed_at();

-- Agents and listings that were published or changed and are not yet compared with the saved searches. Triggers fill it, so
-- that no way to publish can be forgotten.
create table search_arrivals (
  market text not null check (market in ('agents', 'listings')),
  item_id text not null
);

create function add_search_arrival() returns trigger language plpgsql as $$
begin
  insert into search_arrivals (market, item_id) values (tg_table_name, new.id);
  return null;
end $$;
create trigger listings_published after insert on listings for each row
  when (new.status = 'open') execute function add_search_arrival();
create trigger listings_changed after update on listings for each row
  when (new.status = 'open' and new.updated_at <> old.updated_at) execute function add_search_arrival();
create trigger agents_published after insert on agents for each row
  when (new.visibility = 'public' and new.archived_at is null) execute function add_search_arrival();
create trigger agents_changed after update on agents for each row
  when (new.visibility = 'public' and new.archived_at is null and new.updated_at <> old.updated_at)
  execute function add_search_arrival();

create table saved_searches (
  id text primary key,
  agent_id text not null references agents (id),
  -- The person who saved or last changed it and gets mail; null if software did.
  user_id text references users (id),
  name text not null,
  market text not null check (market in ('agents', 'listings')),
  criteria jsonb not null,
  -- Words of the criteria as a query; null without words.
  words text,
  query tsquery generated always as (to_tsquery('simple', words)) stored,
  alerts text not null check (alerts in ('immediate', 'daily', 'off')),
  mail boolean not null,
  -- Only items that were published later are new.
  since timestamptz not null,
  -- When the matches that are not announced yet are due.
  alert_at timestamptz,
  alerted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (not mail or user_id is not null)
);
create index saved_searches_by_agent on saved_searches (agent_id, id desc);
create index saved_searches_matched on saved_searches (market) where alerts <> 'off';
create index saved_searches_due on saved_searches (alert_at) where alert_at is not null;

-- Each item is announced once for each search.
create table saved_search_matches (
  search_id text not null references saved_searches (id) on delete cascade,
  item_id text not null,
  matched_at timestamptz not null,
  announced boolean not null default false,
  primary key (search_id, item_id)
);
create index saved_search_matches_new on saved_search_matches (search_id) where not announced;
create index saved_search_matches_by_time on saved_search_matches (matched_at);

create table favorites (
  agent_id text not null references agents (id),
  kind text not null check (kind in ('agent', 'listing')),
  target_id text not null,
  created_at timestamptz not null,
  primary key (agent_id, target_id)
);
create index favorites_newest on favorites (agent_id, created_at desc, target_id desc);
