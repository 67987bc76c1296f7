-- Deliveries have the status `canceled`, like tasks and payouts. The trigger converts the former spelling, which nodes of the
-- previous version still write during a rolling upgrade.

alter table webhook_deliveries drop constraint webhook_deliveries_status_check;
update webhook_deliveries set status = 'canceled' where status = 'cancelled';
alter table webhook_deliveries add constraint webhook_deliveries_status_check
  check (status in ('pending', 'succeeded', 'exhausted', 'canceled', 'blocked'));

create function respell_canceled() returns trigger language plpgsql as $$
begin
  new.status := 'canceled';
  return new;
end $$;

create trigger webhook_deliveries_respell before insert or update of status on webhook_deliveries
  for each row when (new.status = 'cancelled') execute function respell_canceled();
