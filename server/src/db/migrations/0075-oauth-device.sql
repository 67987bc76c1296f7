-- Device flow (RFC 8628): a program without a browser shows a code, which a signed-in person types on the page /device.

alter table oauth_clients add device boolean not null default false;
comment on column oauth_clients.device is 'Whether the client registered for the device flow.';

create table oauth_device_requests (
  id text primary key,
  device_hash bytea not null unique,
  user_code_hash bytea not null unique,
  client_id text references oauth_clients (id) on delete cascade,
  resource text check (resource in ('api', 'mcp')),
  scopes text[] not null,
  ip text,
  user_agent text,
  state text not null check (state in ('pending', 'approved', 'denied', 'used')),
  grant_id text references oauth_grants (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  interval_seconds integer not null,
  polled_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((client_id is null) = (resource is null)),
  check ((state in ('approved', 'used')) = (num_nonnulls(grant_id, session_id) = 1))
);
create index oauth_device_requests_by_client on oauth_device_requests (client_id);
create index oauth_device_requests_by_grant on oauth_device_requests (grant_id);
create index oauth_device_requests_by_session on oauth_device_requests (session_id);
create index oauth_device_requests_expiry on oauth_device_requests (expires_at);
comment on column oauth_device_requests.client_id is 'Null for the CLI, which gets a session of the person.';
comment on column oauth_device_requests.interval_seconds is 'Shortest time between polls; grows when the client polls too often.';
