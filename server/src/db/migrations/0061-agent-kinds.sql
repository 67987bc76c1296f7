-- Agents say whether a person, software or a team acts as them. Null: not stated.
alter table agents add column kind text check (kind in ('person', 'software', 'team'));
