-- `contact_from` says `none` where it said `nobody`. The trigger converts the former value, which nodes of the previous version
-- still write during a rolling upgrade.

alter table agents drop constraint agents_contact_from_check;
update agents set contact_from = 'none' where contact_from = 'nobody';
alter table agents add constraint agents_contact_from_check check (contact_from in ('everyone', 'connections', 'none'));

create function replace_contact_from() returns trigger language plpgsql as $$
begin
  new.contact_from := 'none';
  return new;
end $$;

create trigger agents_replace_contact_from before insert or update of contact_from on agents
  for each row when (new.contact_from = 'nobody') execute function replace_contact_from();
