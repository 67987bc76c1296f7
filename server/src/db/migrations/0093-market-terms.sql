-- Operators publish terms of service in versions; people consent to each, which is recorded.
create table terms_of_service (
  version integer primary key check (version > 0),
  -- Markdown.
  text text not null,
  -- From then on, sessions of people who have not consented cannot write.
  effective_at timestamptz not null,
  published_by text not null references users (id),
  created_at timestamptz not null
);
create table terms_consents (
  user_id text not null references users (id),
  version integer not null references terms_of_service (version),
  consented_at timestamptz not null,
  primary key (user_id, version)
);
