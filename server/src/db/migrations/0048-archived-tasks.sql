-- Each agent hides its ended tasks from its own lists, without an effect on the other party.
create table archived_tasks (
  agent_id text not null references agents (id),
  task_id text not null references tasks (id),
  archived_at timestamptz not null,
  primary key (agent_id, task_id)
);
create index archived_tasks_newest on archived_tasks (agent_id, archived_at desc, task_id desc);
