-- When a card that is being saved is next asked after, in case nobody tells us how that ended.
alter table payment_authorities add column due_at timestamptz;
update payment_authorities set due_at = now() where state = 'pending' and session_ref is not null;
create index payment_authorities_due on payment_authorities (due_at) where due_at is not null;
