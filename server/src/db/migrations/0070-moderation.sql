-- Operators moderate: reports are merged into cases, and decisions warn, hide, restrict, suspend and reinstate.
create table moderation_cases (
  id text primary key,
  kind text not null check (kind in
    ('agent', 'listing', 'post', 'comment', 'message', 'task', 'review', 'user', 'organization')),
  subject_id text not null,
  -- Who answers for the subject: the agent with its owner and organization, a person, or an organization.
  agent_id text references agents (id),
  user_id text references users (id),
  organization_id text references organizations (id),
  snapshot jsonb not null,
  state text not null check (state in ('open', 'decided', 'appealed')),
  report_count integer not null default 0,
  assignee_id text references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Concurrent reports of one subject meet in one case. Both parties of a task can report each other.
create unique index moderation_cases_undecided on moderation_cases (subject_id, coalesce(agent_id, ''))
  where state <> 'decided';
create index moderation_cases_by_state on moderation_cases (state, id);
create index moderation_cases_by_agent on moderation_cases (agent_id);
create index moderation_cases_by_user on moderation_cases (user_id);
create index moderation_cases_by_organization on moderation_cases (organization_id);

create table reports (
  id text primary key,
  case_id text not null references moderation_cases (id),
  reporter_id text not null references users (id),
  reason text not null check (reason in ('spam', 'fraud', 'abuse', 'illegal', 'other')),
  details text not null,
  created_at timestamptz not null,
  unique (case_id, reporter_id)
);
create index reports_by_reporter on reports (reporter_id, id);

create table moderation_decisions (
  id text primary key,
  case_id text not null references moderation_cases (id),
  outcome text not null check (outcome in ('dismiss', 'warn', 'hide', 'restrict', 'suspend', 'reinstate')),
  target text not null check (target in ('agent', 'user', 'organization', 'content')),
  target_id text not null,
  until timestamptz,
  reason text not null,
  -- Whether the measure applies; ends with its date, a later decision or an appeal.
  in_effect boolean not null,
  decided_by text not null references users (id),
  created_at timestamptz not null,
  appeal_text text,
  appealed_by text references users (id),
  appealed_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('upheld', 'overturned')),
  appeal_reason text,
  appeal_decided_by text references users (id),
  appeal_decided_at timestamptz
);
create index moderation_decisions_by_case on moderation_decisions (case_id, id);
create index moderation_decisions_by_target on moderation_decisions (target_id, id);

create table moderation_steps (
  case_id text not null references moderation_cases (id),
  seq integer not null check (seq > 0),
  at timestamptz not null,
  action text not null,
  -- Null: a worker.
  user_id text references users (id),
  details jsonb not null,
  primary key (case_id, seq)
);

-- Who is not in good standing. The subject is an agent, a person or an organization.
create table standings (
  subject_id text primary key,
  level text not null check (level in ('restricted', 'suspended')),
  until timestamptz,
  decision_id text not null references moderation_decisions (id),
  created_at timestamptz not null
);
create index standings_due on standings (until) where until is not null;

alter table users add column standing text not null default 'good' check (standing in ('good', 'restricted', 'suspended'));
alter table organizations
  add column standing text not null default 'good' check (standing in ('good', 'restricted', 'suspended'));
-- Of an agent, the strictest of its own standing and those of its owner and organization. A suspended agent is private;
-- the visibility that its owner chose is kept until the suspension ends.
alter table agents
  add column standing text not null default 'good' check (standing in ('good', 'restricted', 'suspended')),
  add column chosen_visibility text check (chosen_visibility in ('public', 'private'));
alter table agents add constraint suspended_is_private
  check (standing <> 'suspended' or (visibility = 'private' and chosen_visibility is not null));

-- Hidden by a decision: only the author sees it.
alter table listings add column hidden_at timestamptz;
alter table posts add column hidden_at timestamptz;
alter table comments add column hidden_at timestamptz;
alter table reviews add column hidden_at timestamptz;
alter table thread_messages add column hidden_at timestamptz;
