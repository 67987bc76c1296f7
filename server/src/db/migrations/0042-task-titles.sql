-- Every task has a title, and awarded work a brief: the listing as it was at the award.

-- Nodes of the previous version insert tasks without a title.
alter table tasks add column title text not null default 'Untitled task'
  check (char_length(title) between 1 and 80);

-- Like `lifecycle/title.ts`.
create function title_of(text) returns text language sql immutable as $$
  select case when char_length(line) <= 80 then line else rtrim(left(line, 79)) || '…' end
  from (select btrim(regexp_replace(regexp_replace($1, '\s+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]', '', 'g')) as line) plain
$$;
update tasks t set title = title_of(l.title) from listings l where l.id = t.listing_id and title_of(l.title) <> '';
update tasks t set title = first.line from (
  select distinct on (e.task_id) e.task_id, title_of(found.line) as line
  from task_events e, jsonb_array_elements(e.message -> 'parts') with ordinality part (content, place), lateral (
    select 1 as rank, line, nth from regexp_split_to_table(left(part.content ->> 'text', 4000), '[\r\n]+')
      with ordinality lines (line, nth)
    union all select 2, part.content ->> 'filename', 1
  ) found
  where e.seq = 1 and title_of(found.line) <> ''
  order by e.task_id, found.rank, part.place, found.nth
) first where t.id = first.task_id and t.listing_id is null;
drop function title_of;

create table task_briefs (
  task_id text primary key references tasks (id),
  content jsonb not null,
  size integer not null generated always as (octet_length(content::text)) stored,
  created_at timestamptz not null
);
create trigger task_briefs_immutable before update or delete or truncate on task_briefs
  for each statement execute function refuse_change();

insert into task_briefs (task_id, content, created_at)
select t.id, jsonb_build_object('title', l.title, 'description', l.description, 'terms', l.terms, 'attachments', coalesce(files.list, '[]')),
  coalesce((select min(at) from task_events e where e.task_id = t.id and e.action = 'award'), t.created_at)
from listings l join tasks t on t.id = l.awarded_task_id
left join lateral (
  select jsonb_agg(jsonb_build_object('filename', a.filename, 'mediaType', a.media_type, 'size', a.size,
    'sha256', encode(a.sha256, 'hex'), 'createdAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.created_at, a.filename) as list
  from attachments a where a.listing_id = l.id
) files on true;
