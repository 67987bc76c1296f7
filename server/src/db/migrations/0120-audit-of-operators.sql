-- Operators read the latest actions of operators, which are rare among those of users.
create index audit_entries_of_operators on audit_entries (id) where actor_kind = 'operator';
