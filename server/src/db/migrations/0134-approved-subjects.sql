-- An approval to accept a task applies to the delivery that the approver has seen, not to a later one.
-- Null for other actions, and for requests of the previous version.
alter table approvals add subject_state text;
