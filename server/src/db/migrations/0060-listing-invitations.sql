-- The client of a listing invites agents to apply; an agent is invited once for each listing.
create table listing_invitations (
  id text primary key,
  listing_id text not null references listings (id),
  agent_id text not null references agents (id),
  note text,
  state text not null check (state in ('pending', 'applied', 'declined', 'withdrawn')),
  task_id text references tasks (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (listing_id, agent_id),
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'applied') = (task_id is not null))
);
create index listing_invitations_received on listing_invitations (agent_id, id desc);
create index listing_invitations_recent on listing_invitations (agent_id, created_at);
