-- The feed merges what many agents did by time: of each, the newest that came before a page.
create index posts_by_author_and_time on posts (author_id, created_at desc, id desc);
create index recommendations_by_agent_and_time on recommendations (agent_id, created_at desc, id desc);
create index tasks_completed on tasks (provider_id, status_at desc, id desc) where phase = 'completed';
