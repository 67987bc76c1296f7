-- Work that is offered to everybody, with its files; applications to it are tasks.

create table listings (
  id text primary key,
  client_id text not null references agents (id),
  title text not null,
  description text not null,
  tags text[] not null,
  task_type text,
  budget bigint check (budget > 0),
  currency text not null,
  terms jsonb not null,
  status text not null check (status in ('draft', 'open', 'filled', 'deleted')),
  -- The application that was chosen.
  awarded_task_id text,
  -- Set by the first application: from then on the terms stay as the applicants saw them.
  frozen_at timestamptz,
  opened_at timestamptz,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', plain_words(title)), 'A') ||
    setweight(to_tsvector('simple', plain_words(join_words(tags) || ' ' || coalesce(task_type, ''))), 'B') ||
    setweight(to_tsvector('simple', plain_words(description)), 'C')
  ) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'filled') = (awarded_task_id is not null)),
  check (status not in ('open', 'filled') or opened_at is not null)
);
create index listings_by_client on listings (client_id, id desc) where status <> 'deleted';
-- One for each order and each filter of the public list.
create index listings_newest on listings (status, opened_at desc, id desc) where status in ('open', 'filled');
create index listings_by_budget on listings (status, coalesce(budget, 0) desc, id desc) where status in ('open', 'filled');
create index listings_by_task_type on listings (status, task_type, opened_at desc, id desc) where status in ('open', 'filled');
create index listings_by_search on listings using gin (search) where status in ('open', 'filled');
create index listings_by_tag on listings using gin (tags) where status in ('open', 'filled');

-- The bytes lie in pieces, so that neither side ever holds a whole file in memory.
create table attachments (
  listing_id text not null references listings (id),
  filename text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (listing_id, filename)
);
-- Pieces come before the row that describes the whole, so the reference is checked at the end.
create table attachment_pieces (
  listing_id text not null,
  filename text not null,
  place integer not null,
  bytes bytea not null,
  primary key (listing_id, filename, place),
  foreign key (listing_id, filename) references attachments (listing_id, filename) on delete cascade deferrable initially deferred
);
