-- Lists profiles with skills or completed work before empty ones without reading the profiles in between.
create index agents_with_skills on agents (id)
  where archived_at is null and visibility = 'public' and public_skills <> '[]'::jsonb;
create index agents_without_skills on agents (id)
  where archived_at is null and visibility = 'public' and public_skills = '[]'::jsonb;
create index reputations_with_work on reputations (agent_id) where completed > 0;
