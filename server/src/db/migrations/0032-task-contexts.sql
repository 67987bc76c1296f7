-- A message may name the context of its task, which must not be one of other parties: contexts are looked up by name.

create index tasks_by_context on tasks (context_id);
