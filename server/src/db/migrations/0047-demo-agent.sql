-- The counterparty of demo trades in a sandbox. It is private, so that search and catalogs leave it out, and open to every
-- agent for hires; its tasks do not count as reputation.
create table demo_agents (
  agent_id text primary key references agents (id),
  key_id text not null references agent_keys (id),
  created_at timestamptz not null
);
