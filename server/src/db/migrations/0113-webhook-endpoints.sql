-- An agent can have several webhook endpoints, each with its own URL, secret and kinds of events.

-- The main one is what `/agents/me/webhook` manages.
alter table webhooks add main boolean not null default true;
alter table webhooks drop constraint webhooks_agent_id_key;

-- Which deliveries belong to it: deliveries name the main endpoint by its agent, and the others by their id.
alter table webhooks add endpoint text not null generated always as (case when main then agent_id else id end) stored;
alter table webhooks add constraint webhooks_endpoint_key unique (endpoint);
create index webhooks_by_agent on webhooks (agent_id);

-- Paused by the agent itself.
alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('gone', 'failing', 'revoked', 'paused'));

create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint, id desc);
