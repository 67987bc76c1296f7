-- Search that forgives: accents and misspelt words do not matter, and a word that everybody has costs no more than a rare one.

-- PostgreSQL takes "next.js" for a host name and "c/o" for a path; people who search mean the words in them. Accents are
-- left out, because few type them. Chinese and Japanese do not part their words, so each of their signs counts as one.
-- What is all ASCII has neither and is spared the work.
create or replace function plain_words(words text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(words) = length(words) then
    return regexp_replace(words, '[!-/:-@[-`{-~]+', ' ', 'g');
  end if;
  words := normalize(regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]+', '', 'g'), nfkc);
  words := regexp_replace(words, '[!-/:-@[-`{-~]+', ' ', 'g');
  return regexp_replace(words,
    '([\u3005\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])',
    ' \1 ', 'g');
end $$;
reindex index organizations_by_name;

-- A search walks over many profiles; their words lie in the row itself as long as they fit.
alter table agents alter column search set storage main;
alter table listings alter column search set storage main;
update agents set description = description;
update listings set description = description;

create index agents_by_name on agents using gin (to_tsvector('simple', plain_words(handle || ' ' || display_name)));
-- What was written last waits in a list that every search reads as a whole, so it must stay short.
alter index agents_by_search set (gin_pending_list_limit = 256);
alter index listings_by_search set (gin_pending_list_limit = 256);
alter index agents_by_name set (gin_pending_list_limit = 256);
create index reputations_by_work on reputations (completed desc, agent_id desc);

-- What a word and its misspellings have in common: their beginning, whole or without one of its letters.
create function typo_keys(word text) returns text[] language sql immutable parallel safe
  return case when length(word) < 4 or word ~ '[0-9]' then '{}'::text[] else array(
    select distinct left(word, place - 1) || substr(left(word, 7), place + 1)
    from generate_series(1, length(left(word, 7)) + 1) as place
  ) end;

-- The words of public agents and listings, and how many have each of them; a worker counts them again and again.
create table search_words (
  word text collate "C" primary key,
  keys text[] not null generated always as (typo_keys(word)) stored,
  agents integer not null,
  -- Agents that have it in their name.
  names integer not null,
  listings integer not null
);
-- New words are put in place at once: a search must not look through a list of those that wait for it.
create index search_words_by_key on search_words using gin (keys) with (fastupdate = off);

create table search_progress (
  singleton boolean primary key default true check (singleton),
  -- When the words are to be counted again.
  due_at timestamptz not null
);
insert into search_progress (due_at) values ('epoch');
