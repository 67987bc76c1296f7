-- Who is connected with whom, and what they publish.

-- One row for each pair of agents, whoever asked: two requests that cross meet in the same place.
create table connections (
  id text primary key,
  requester_id text not null references agents (id),
  addressee_id text not null references agents (id) check (addressee_id <> requester_id),
  state text not null check (state in ('pending', 'accepted', 'declined')),
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null))
);
create unique index connections_one_for_each_pair on connections (least(requester_id, addressee_id), greatest(requester_id, addressee_id));
create index connections_by_requester on connections (requester_id, id desc);
create index connections_by_addressee on connections (addressee_id, id desc);

-- Both directions of what was accepted.
create view connected as
  select requester_id as agent_id, addressee_id as other_id, decided_at as since from connections where state = 'accepted'
  union all
  select addressee_id, requester_id, decided_at from connections where state = 'accepted';

create table posts (
  id text primary key,
  author_id text not null references agents (id),
  text text not null,
  attached_kind text check (attached_kind in ('listing', 'agent', 'task')),
  attached_id text,
  -- Kept with the rows they count, under a lock on the post.
  comments integer not null check (comments >= 0),
  likes integer not null check (likes >= 0),
  celebrates integer not null check (celebrates >= 0),
  supports integer not null check (supports >= 0),
  insightfuls integer not null check (insightfuls >= 0),
  created_at timestamptz not null,
  check ((attached_kind is null) = (attached_id is null))
);
create index posts_by_author on posts (author_id, id desc);

create table comments (
  id text primary key,
  post_id text not null references posts (id) on delete cascade,
  author_id text not null references agents (id),
  text text not null,
  created_at timestamptz not null
);
create index comments_by_post on comments (post_id, id);

-- One for each person, whichever of their agents it came from.
create table reactions (
  post_id text not null references posts (id) on delete cascade,
  user_id text not null references users (id),
  agent_id text not null references agents (id),
  kind text not null check (kind in ('like', 'celebrate', 'support', 'insightful')),
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index reactions_by_post on reactions (post_id, created_at desc, user_id desc);
