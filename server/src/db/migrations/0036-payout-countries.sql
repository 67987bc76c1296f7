-- A refused payout account can be asked for again, in another country: the number of the attempt, what the processor said, and since when it owes an answer.

alter table payout_accounts
  add column attempt integer not null default 1 check (attempt > 0),
  add column problem text,
  add column asked_at timestamptz;

-- Refusals were not kept until now, and the processor repeats them for the first attempt.
update payout_accounts set attempt = 2 where ref is null;
