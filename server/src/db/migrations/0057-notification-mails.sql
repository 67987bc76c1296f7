-- Notifications are mailed: queued with their events, decided when they are due, and bounded for each person.
alter table mails
  add column user_id text references users (id),
  add column topic text,
  add column first_event bigint,
  add column last_event bigint,
  add column open boolean not null default false,
  drop constraint mails_state_check,
  add constraint mails_state_check check (
    state in ('queued', 'sent', 'kept', 'failed', 'skipped', 'capped', 'suppressed'));
create unique index mails_by_event on mails (user_id, first_event) where first_event is not null and topic <> 'message';
create unique index mails_open_batch on mails (user_id, topic) where open;
create index mails_of_user on mails (user_id, created_at) where user_id is not null;

create table mail_suppressions (
  address_key text primary key,
  reason text not null check (reason in ('bounce', 'complaint', 'operator')),
  detail text not null,
  created_at timestamptz not null
);

create table mail_cursor (
  singleton boolean primary key default true check (singleton),
  number bigint not null
);
insert into mail_cursor (number) select last from event_numbers;
