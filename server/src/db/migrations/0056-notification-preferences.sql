-- People choose language, time zone and channels of notifications, and mark notifications of one group as read.
alter table users
  add column locale text not null default 'en' check (locale in ('en', 'de')),
  add column time_zone text not null default 'UTC';

create table notification_preferences (
  user_id text not null references users (id),
  topic text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (user_id, topic)
);

create table notification_group_reads (
  agent_id text not null references agents (id),
  reader text not null,
  group_key text not null,
  number bigint not null,
  primary key (agent_id, reader, group_key)
);
