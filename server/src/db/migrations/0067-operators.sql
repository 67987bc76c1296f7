-- Operators are people with a role. Sensitive actions need a recent password, so sessions store when it was entered last.
create table operators (
  user_id text primary key references users (id),
  role text not null check (role in ('admin', 'support', 'finance', 'auditor')),
  -- Null: added with the operator token.
  added_by text references users (id),
  created_at timestamptz not null
);

-- Null: when the session was created.
alter table sessions add column authenticated_at timestamptz;
