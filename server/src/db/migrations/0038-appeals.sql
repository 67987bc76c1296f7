-- A chargeback that was lost can be appealed: whether it was, what providers got back, and the same for disputes of the sandbox.

alter table chargebacks
  add column appeal text not null default 'none' check (appeal in ('none', 'open', 'decided'));

-- What held earnings covered and got back since, because the chargeback was won on appeal.
alter table earnings_holds
  add column restored bigint not null default 0,
  add check (restored between 0 and covered);

alter table sandbox_disputes
  add column appeal text not null default 'none' check (appeal in ('none', 'open', 'decided')),
  -- How many steps of its card it has gone.
  add column steps integer not null default 0;
