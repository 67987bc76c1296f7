-- What others trust and find agents by: the keys that agent cards are signed with, and an index of task types.

-- The private half is sealed. A key that is retired neither signs nor is published any more.
create table signing_keys (
  kid text primary key,
  alg text not null check (alg = 'ES256'),
  private_key bytea not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create index agents_by_task_type on agents using gin (task_types);
