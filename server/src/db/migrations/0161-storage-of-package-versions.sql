-- Versions of packages are kept forever, so they count against the storage quota.

create function storage_of_package_versions() returns trigger language plpgsql as $$
begin
  perform storage_add(array_agg(p.agent_id), array_agg(octet_length(n.content::text)::bigint), array_agg(true))
    from new_rows n join packages p on p.id = n.package_id;
  return null;
end $$;
create trigger package_versions_stored after insert on package_versions
  referencing new table as new_rows for each statement execute function storage_of_package_versions();

-- What is stored already.
insert into storage_usage as s (user_id, used)
select a.owner_id, sum(octet_length(v.content::text))
from package_versions v join packages p on p.id = v.package_id join agents a on a.id = p.agent_id
group by a.owner_id
on conflict (user_id) do update set used = s.used + excluded.used;
