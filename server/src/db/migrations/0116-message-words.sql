-- Participants search the messages of their threads by text.

-- Bounded, because a tsvector holds at most 1 MB: a longer message is found by its beginning.
create function message_words(parts jsonb) returns tsvector language sql immutable parallel safe
return to_tsvector('simple', plain_words(left(
  (select string_agg(part.value ->> 'text', ' ' order by part.ordinality)
   from jsonb_array_elements(parts) with ordinality part), 50000)));

create index thread_messages_by_words on thread_messages using gin (message_words(parts));
