-- An approved request stores its response under the Idempotency-Key of the request, so that the repeated call replays it.
-- Null: the request had no key.
alter table approvals add column request_hash bytea;

-- Finds the approval of a repeated call.
create index approvals_by_request_key on approvals (agent_id, request_key) where request_key is not null;
