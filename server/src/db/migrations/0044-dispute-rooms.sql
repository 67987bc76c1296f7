-- A dispute has a claim, a response, evidence and settlement offers. Its opener can withdraw it, and the task can be disputed again.

-- The state of the current dispute, which decides the allowed actions of each task that is read.
alter table tasks add column dispute jsonb;

create table disputes (
  task_id text not null references tasks (id),
  number integer not null check (number > 0),
  opened_by text not null check (opened_by in ('client', 'provider', 'clock')),
  opened_at timestamptz not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text,
  statement text,
  outcome text check (outcome in ('release', 'refund', 'split')),
  to_client bigint check (to_client > 0 and to_client < amount),
  response text,
  response_outcome text check (response_outcome in ('release', 'refund', 'split')),
  response_to_client bigint check (response_to_client > 0 and response_to_client < amount),
  responded_at timestamptz,
  status text not null default 'open' check (status in ('open', 'settled', 'withdrawn', 'conceded', 'ruled', 'expired')),
  ended_at timestamptz,
  ended_by text check (ended_by in ('client', 'provider', 'operator', 'clock')),
  ended_to_client bigint check (ended_to_client between 0 and amount),
  reasons text,
  primary key (task_id, number),
  check ((reason is null) = (statement is null) and (reason is null) = (outcome is null)),
  check ((to_client is not null) = (coalesce(outcome, '') = 'split')),
  check ((response is null) = (responded_at is null)),
  check ((response_to_client is not null) = (coalesce(response_outcome, '') = 'split')),
  check ((status = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check ((ended_to_client is not null) = (status not in ('open', 'withdrawn')))
);
create unique index disputes_one_open on disputes (task_id) where status = 'open';

create table dispute_evidence (
  id text primary key,
  task_id text not null,
  number integer not null,
  side text not null check (side in ('client', 'provider')),
  at timestamptz not null,
  text text,
  message_id text,
  artifact_id text,
  foreign key (task_id, number) references disputes (task_id, number),
  check (num_nonnulls(message_id, artifact_id) <= 1 and num_nonnulls(text, message_id, artifact_id) >= 1)
);
create index dispute_evidence_by_dispute on dispute_evidence (task_id, number, id);
create trigger dispute_evidence_immutable before update or delete or truncate on dispute_evidence
  for each statement execute function refuse_change();

create table dispute_offers (
  id text primary key,
  task_id text not null,
  number integer not null,
  side text not null check (side in ('client', 'provider')),
  to_client bigint not null check (to_client > 0),
  note text,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'accepted', 'declined', 'replaced', 'expired')),
  decided_at timestamptz,
  foreign key (task_id, number) references disputes (task_id, number),
  check ((state = 'open') = (decided_at is null))
);
create index dispute_offers_by_dispute on dispute_offers (task_id, number, id);
create unique index dispute_offers_one_open on dispute_offers (task_id, number, side) where state = 'open';

-- Disputes that are open during the upgrade. The time that was left before them is unknown, so they cannot be withdrawn.
insert into disputes (task_id, number, opened_by, opened_at, amount, currency)
select t.id, 1, e.by, e.at, t.held, t.currency
from tasks t join lateral (select by, at from task_events
  where task_id = t.id and phase = 'disputed' order by seq limit 1) e on true
where t.phase = 'disputed';
update tasks t set dispute = jsonb_build_object('count', 1, 'withdrewBy', '[]'::jsonb,
  'open', jsonb_build_object('by', d.opened_by, 'responded', false, 'offers', '{}'::jsonb, 'resume', null))
from disputes d where d.task_id = t.id;
alter table tasks add constraint tasks_disputed_in_a_dispute
  check ((phase = 'disputed') = (coalesce(dispute -> 'open', 'null'::jsonb) <> 'null'::jsonb));
