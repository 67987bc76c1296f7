-- Deliveries under way count for their owner on every node: leases are looked up without reading the whole queue.

create index webhook_deliveries_leased on webhook_deliveries (lease_until) where lease_until is not null;
