-- Apps that a person connects to an agent by OAuth: each grant owns a key, so that every rule for keys applies to it.

create table oauth_clients (
  id text primary key,
  kind text not null check (kind in ('registered', 'document')),
  name text not null,
  homepage text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  checked_at timestamptz,
  failure text,
  check ((kind = 'registered') = (checked_at is null))
);
create index oauth_clients_unused on oauth_clients (used_at);
comment on column oauth_clients.id is 'Random for a registered client; for a document, the URL that it was read from.';
comment on column oauth_clients.failure is 'Why the last read of the document failed; null after a success.';

create table oauth_grants (
  id text primary key,
  client_id text not null references oauth_clients (id),
  client_name text not null,
  redirect_host text not null,
  user_id text not null references users (id),
  agent_id text not null references agents (id),
  resource text not null check (resource in ('api', 'mcp')),
  daily_limit bigint check (daily_limit >= 0),
  currency text,
  created_at timestamptz not null,
  connected_at timestamptz,
  check ((daily_limit is null) = (currency is null))
);
create index oauth_grants_by_user on oauth_grants (user_id, id);
create index oauth_grants_by_agent on oauth_grants (agent_id, id);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_unconnected on oauth_grants (created_at) where connected_at is null;
comment on column oauth_grants.daily_limit is 'Amount per day (UTC) that the app can spend without an approval; null without the scope "spend".';
comment on column oauth_grants.connected_at is 'When the app exchanged its code for tokens.';

alter table agent_keys add grant_id text unique references oauth_grants (id) on delete cascade;
comment on column agent_keys.grant_id is 'The grant that this key belongs to. Such a key has no secret of its own and is not listed with the others.';

create table oauth_codes (
  hash bytea primary key,
  grant_id text not null references oauth_grants (id) on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_codes_by_grant on oauth_codes (grant_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

create table oauth_tokens (
  id text primary key,
  grant_id text not null references oauth_grants (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  secret_hash bytea not null,
  pair_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  replaced_by text,
  revoked_at timestamptz,
  check ((replaced_at is null) = (replaced_by is null)),
  check (kind = 'refresh' or replaced_at is null)
);
create index oauth_tokens_by_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_pair on oauth_tokens (pair_id);
create index oauth_tokens_expiry on oauth_tokens (expires_at);
comment on column oauth_tokens.pair_id is 'Names the access token and the refresh token that were issued together.';
comment on column oauth_tokens.replaced_by is 'Pair that replaced this refresh token. A second use ends the grant.';
