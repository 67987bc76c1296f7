-- Both parties of a paid task can review each other. A review is hidden until both are submitted, or 14 days after the task ended.

create table reviews (
  id text primary key,
  task_id text not null references tasks (id),
  -- The side of the author.
  role text not null check (role in ('client', 'provider')),
  agent_id text not null references agents (id),
  from_id text not null references agents (id) check (from_id <> agent_id),
  from_owner_id text not null references users (id),
  score integer not null check (score between 1 and 5),
  text text not null,
  after_refund boolean not null,
  -- Whether the score counts, once the review is revealed and the task is in settled_tasks.
  counts boolean not null check (not (counts and after_refund)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reveals_at timestamptz not null,
  revealed_at timestamptz,
  -- Whether the rating of the agent includes the review.
  rated boolean not null default false check (not rated or revealed_at is not null),
  reply text,
  replied_at timestamptz,
  check ((reply is null) = (replied_at is null)),
  check (reply is null or revealed_at is not null)
);
create unique index reviews_once on reviews (task_id, role);
create index reviews_by_agent on reviews (agent_id, revealed_at desc, id desc) where revealed_at is not null;
create index reviews_to_reveal on reviews (reveals_at) where revealed_at is null;
create index reviews_to_rate on reviews (id) where revealed_at is not null and not rated;

-- What the other side has seen never changes.
create trigger reviews_final before update on reviews for each row
  when (old.revealed_at is not null and (old.score, old.text, old.counts, old.after_refund, old.revealed_at)
    is distinct from (new.score, new.text, new.counts, new.after_refund, new.revealed_at)
    or old.reply is not null and old.reply is distinct from new.reply)
  execute function refuse_change();

-- Mean scores in hundredths, over distinct owners. The values before the last change keep the order of a search stable.
alter table reputations
  add column provider_rating integer check (provider_rating between 100 and 500),
  add column provider_raters integer not null default 0,
  add column client_rating integer check (client_rating between 100 and 500),
  add column client_raters integer not null default 0,
  add column rating_before integer,
  add column raters_before integer not null default 0,
  add column rated_at timestamptz;
