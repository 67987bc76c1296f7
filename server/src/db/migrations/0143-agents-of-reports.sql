-- A report did not name the agent that reported, so that its other people could decide the case.
alter table reports add column agent_id text references agents (id);
comment on column reports.agent_id is 'Agent as which the person reported.';
update reports r set agent_id = e.agent_id
from audit_entries e where e.target = r.id and e.action = 'report.created';
