-- Earnings from a client with an undecided chargeback are not payable: which they are, and the account they lie in.

create or replace function ledger_open() returns trigger language plpgsql as $$
declare
  -- Every balance can be told exactly as a JSON number.
  most constant bigint := 9007199254740991;
begin
  new.floor := -most;
  new.ceiling := most;
  case
    when new.kind in ('available', 'held', 'dispute', 'earnings', 'earnings_pending', 'payout_pending') then
      new.mode := 'locked';
      new.floor := 0;
    when new.kind = 'receivable' then
      new.mode := 'locked';
      new.ceiling := 0;
    when new.kind in ('revenue', 'processor_clearing', 'processor_fees', 'chargeback_losses', 'suspense') then
      new.mode := 'append';
  end case;
  if new.book not in ('sandbox', 'test', 'live') or new.currency !~ '^[A-Z]{3}$' or '' in (new.owner, new.wallet) then
    raise exception 'not a ledger account: %', new using errcode = 'check_violation';
  end if;
  return new;
end $$;

create table earnings_holds (
  id text primary key,
  -- The provider whose earnings they are, and the client who paid them.
  agent_id text not null references agents (id),
  client_id text not null references agents (id),
  task_id text not null,
  book text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  -- What of it paid the client's debt; the rest went back to earnings.
  covered bigint not null default 0 check (covered between 0 and amount),
  state text not null check (state in ('held', 'decided')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index earnings_holds_by_client on earnings_holds (client_id, id) where state = 'held';
create index earnings_holds_by_agent on earnings_holds (agent_id) where state = 'held';

create index chargebacks_not_won on chargebacks (agent_id) where state <> 'won';

-- Reads as of the call, like nobody_watches: a statement that waited for the client's row sees a chargeback that was
-- opened in the meantime.
create function client_at_risk(client text) returns boolean language plpgsql volatile as $$
begin
  return exists (select from chargebacks c where c.agent_id = client and c.state <> 'won');
end $$;
