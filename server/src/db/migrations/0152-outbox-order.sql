-- Orders events as they were written. Ids are ordered within one node only, so steps of one task on two nodes changed places.
-- The table is small: the relay empties it. Nodes of the previous version insert with the default and read it by id.
alter table outbox
  drop constraint outbox_pkey,
  add column written bigserial primary key;
