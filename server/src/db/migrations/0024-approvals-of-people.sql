-- Linked people and organization members obey the gate like keys, so their requests wait for a decision too.

alter table approvals alter column key_id drop not null;
alter table approvals add column user_id text references users (id);
alter table approvals add column session_id text;
alter table approvals add check (num_nonnulls(key_id, user_id) = 1);
alter table approvals add check ((user_id is null) = (session_id is null));
create index approvals_by_user on approvals (user_id, id) where user_id is not null;
