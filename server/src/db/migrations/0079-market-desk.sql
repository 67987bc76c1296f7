-- Operators search people and agents by the start of a name, and by the fingerprint of their card.
alter table payment_authorities add column fingerprint text;
create index payment_authorities_by_fingerprint on payment_authorities (fingerprint) where fingerprint is not null;
create index users_by_email_start on users (email_key text_pattern_ops);
create index users_by_name_start on users (lower(display_name) text_pattern_ops);
create index agents_by_name_start on agents (lower(display_name) text_pattern_ops);
create index agents_by_handle_start on agents (handle text_pattern_ops);

-- The audit log by person, newest first.
create index audit_entries_by_user on audit_entries (user_id, id);
