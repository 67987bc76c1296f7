-- An appeal waited for other cases of its subject, so that any reporter could postpone it.
create unique index moderation_cases_open on moderation_cases (subject_id, coalesce(agent_id, '')) where state = 'open';
drop index moderation_cases_undecided;
