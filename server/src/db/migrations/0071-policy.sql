-- Operators change the policy of the market at run time. The newest row wins over the environment; the others are its history.
create table policy_changes (
  version integer primary key check (version > 0),
  -- Only the fields that operators have set.
  settings jsonb not null,
  changed_by text not null references users (id),
  reason text not null,
  created_at timestamptz not null,
  -- While the market is read-only: since when. The clocks of tasks stand still.
  read_only_since timestamptz
);
