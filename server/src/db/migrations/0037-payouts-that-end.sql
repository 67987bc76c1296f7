-- A refused step of a payout is retried under a new key, or stops with the reason until a person decides.

alter table payouts
  add column settled_amount bigint check (settled_amount > 0),
  add column settled_currency text,
  add column bank_amount bigint check (bank_amount > 0 and bank_amount <= settled_amount),
  add column failure_message text,
  add column stopped_in text check (stopped_in in ('sending', 'sent', 'in_transit', 'reversing')),
  add column calls integer not null default 0,
  add column step_since timestamptz,
  add check ((settled_amount is null) = (settled_currency is null));

update payouts set step_since = updated_at, calls = 1;
update payouts set stopped_in = 'reversing' where state = 'needs_attention';

alter table payouts
  alter column step_since set not null,
  add check ((state = 'needs_attention') = (stopped_in is not null)),
  drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in
    ('requested', 'sending', 'sent', 'in_transit', 'paid', 'reversing', 'failed', 'returned', 'needs_attention',
      'canceling', 'canceled'));

-- Operators list what was refused and has not ended.
create index payouts_refused on payouts (id) where failure is not null and state not in ('paid', 'failed', 'returned', 'canceled');
