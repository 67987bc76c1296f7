-- Evidence in a dispute can be a file.
alter table dispute_evidence add column file_id text references files (id);
alter table dispute_evidence drop constraint dispute_evidence_check;
alter table dispute_evidence add constraint dispute_evidence_has_content check (
  num_nonnulls(message_id, artifact_id, file_id) <= 1 and num_nonnulls(text, message_id, artifact_id, file_id) >= 1);
