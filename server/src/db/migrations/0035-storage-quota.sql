-- What each account stores, counted by triggers in the transaction that stores it, and how much it may store.

create table storage_limits (
  singleton boolean primary key default true check (singleton),
  unverified bigint not null,
  verified bigint not null
);
insert into storage_limits (unverified, verified) values (20000000, 2000000000);

create table storage_usage (
  user_id text primary key references users (id),
  used bigint not null
);

-- Adds to the counters of the owners of agents, in one order for all. SQ001: an account would store more than it may.
create function storage_add(stored_by text[], changes bigint[], bound boolean[]) returns void language plpgsql as $$
declare
  account record;
  now_used bigint;
  allowed bigint;
begin
  for account in
    select a.owner_id, sum(c.change)::bigint as change, sum(c.change) filter (where c.bound)::bigint as bound_change
    from unnest(stored_by, changes, bound) c (agent_id, change, bound)
    join agents a on a.id = c.agent_id
    where c.change <> 0 group by a.owner_id order by a.owner_id
  loop
    insert into storage_usage as s (user_id, used) values (account.owner_id, account.change)
      on conflict (user_id) do update set used = s.used + account.change
      returning used into now_used;
    if coalesce(account.bound_change, 0) > 0 then
      select case when u.email_verified_at is null then l.unverified else l.verified end into allowed
        from users u, storage_limits l where u.id = account.owner_id;
      if now_used > allowed then
        raise exception 'storage quota exceeded' using errcode = 'SQ001',
          detail = concat_ws(' ', now_used - account.change, allowed, account.change);
      end if;
    end if;
  end loop;
end $$;

-- Each function names what a table stores, and for whom; decisions of a task are counted and never refused.
create function storage_of_attachments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(l.client_id), array_agg(n.size), array_agg(true))
      from new_rows n join listings l on l.id = n.listing_id;
  else
    perform storage_add(array_agg(l.client_id), array_agg(-o.size), array_agg(true))
      from old_rows o join listings l on l.id = o.listing_id;
  end if;
  return null;
end $$;
create trigger attachments_stored after insert on attachments
  referencing new table as new_rows for each statement execute function storage_of_attachments();
create trigger attachments_dropped after delete on attachments
  referencing old table as old_rows for each statement execute function storage_of_attachments();

create function storage_of_thread_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(agent_id), array_agg(size), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(agent_id), array_agg(-size), array_agg(true)) from old_rows;
  end if;
  return null;
end $$;
create trigger thread_files_stored after insert on thread_files
  referencing new table as new_rows for each statement execute function storage_of_thread_files();
create trigger thread_files_dropped after delete on thread_files
  referencing old table as old_rows for each statement execute function storage_of_thread_files();

create function storage_of_thread_messages() returns trigger language plpgsql as $$
begin
  perform storage_add(array_agg(agent_id), array_agg(octet_length(parts::text)::bigint), array_agg(true)) from new_rows;
  return null;
end $$;
create trigger thread_messages_stored after insert on thread_messages
  referencing new table as new_rows for each statement execute function storage_of_thread_messages();

create function storage_of_texts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(author_id), array_agg(octet_length(text)::bigint), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(author_id), array_agg(-octet_length(text)::bigint), array_agg(true)) from old_rows;
  end if;
  return null;
end $$;
create trigger posts_stored after insert on posts
  referencing new table as new_rows for each statement execute function storage_of_texts();
create trigger posts_dropped after delete on posts
  referencing old table as old_rows for each statement execute function storage_of_texts();
create trigger comments_stored after insert on comments
  referencing new table as new_rows for each statement execute function storage_of_texts();
create trigger comments_dropped after delete on comments
  referencing old table as old_rows for each statement execute function storage_of_texts();

create function storage_of_task_events() returns trigger language plpgsql as $$
begin
  perform storage_add(
      array_agg(case n.by when 'client' then t.client_id else t.provider_id end),
      array_agg((coalesce(octet_length(n.message::text), 0) + coalesce(octet_length(n.artifact::text), 0))::bigint),
      array_agg(not n.decides))
    from (select *, bool_or(action in ('award', 'accept', 'dispute', 'cancel', 'decline', 'fail', 'deliver'))
        over (partition by task_id) as decides from new_rows) n
    join tasks t on t.id = n.task_id
    where n.by in ('client', 'provider') and (n.message is not null or n.artifact is not null);
  return null;
end $$;
create trigger task_events_stored after insert on task_events
  referencing new table as new_rows for each statement execute function storage_of_task_events();

-- What is stored already.
insert into storage_usage (user_id, used)
select a.owner_id, sum(s.size) from (
  select l.client_id as agent_id, f.size from attachments f join listings l on l.id = f.listing_id
  union all select agent_id, size from thread_files
  union all select agent_id, octet_length(parts::text) from thread_messages
  union all select author_id, octet_length(text) from posts
  union all select author_id, octet_length(text) from comments
  union all select case e.by when 'client' then t.client_id else t.provider_id end,
      coalesce(octet_length(e.message::text), 0) + coalesce(octet_length(e.artifact::text), 0)
    from task_events e join tasks t on t.id = e.task_id where e.by in ('client', 'provider')
) s join agents a on a.id = s.agent_id group by a.owner_id;
