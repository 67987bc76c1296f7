-- A published item is compared with the searches of its tags and with those without a tag, instead of with all of them.
drop index saved_searches_matched;
create index saved_searches_by_tag on saved_searches (market, coalesce(criteria ->> 'tag', '')) where alerts <> 'off';
