-- The ledger: whose money lies where, and every transfer that brought it there. ledger_post alone writes here.

-- What never changes in an account is checked when it is opened, see ledger_open: constraints are read anew by every
-- update, and those of this table would double the time of a posting (measured).
create table ledger_accounts (
  id bigint generated always as identity primary key,
  book text not null,
  kind text not null,
  owner text not null,
  -- In whose statement the account shows: for a task its client.
  wallet text not null,
  currency text not null,
  mode text not null,
  floor bigint not null,
  ceiling bigint not null,
  -- Append accounts keep neither: their balance is ledger_rollups and later transfers.
  balance bigint not null default 0,
  seq bigint not null default 0,
  -- An index on balance itself would get an entry for every transfer; this changes rarely.
  open boolean not null generated always as (balance <> 0) stored,
  created_at timestamptz not null,
  constraint ledger_accounts_name unique (owner, kind, book, currency),
  constraint ledger_accounts_floor check (balance >= floor),
  constraint ledger_accounts_ceiling check (balance <= ceiling)
) with (fillfactor = 70);
create index ledger_accounts_open on ledger_accounts (wallet, book, currency) where open;
create index ledger_accounts_append on ledger_accounts (book) where mode = 'append';

create table ledger_postings (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  ref text not null,
  actor text not null,
  legs_hash bytea not null,
  created_at timestamptz not null
);

-- One row moves one amount from one account to another, so every row sums to zero by its form. Accounts cannot go away;
-- foreign keys to them would lock the rows of append accounts for every transfer (measured: a fifth fewer postings).
create table ledger_transfers (
  posting_id bigint not null references ledger_postings (id),
  leg integer not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  debit_wallet text not null,
  credit_wallet text not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  -- The place in the account's history and the balance it left behind; null for append accounts.
  debit_seq bigint,
  debit_balance bigint,
  credit_seq bigint,
  credit_balance bigint,
  -- Numbers of transactions tell which transfers a roll-up has seen; ids are not given in the order of commits.
  xact xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  primary key (posting_id, leg),
  check (debit_account_id <> credit_account_id)
);
create index ledger_transfers_by_debit_wallet on ledger_transfers (debit_wallet, posting_id, leg);
create index ledger_transfers_by_credit_wallet on ledger_transfers (credit_wallet, posting_id, leg);
create index ledger_transfers_append_debit on ledger_transfers (debit_account_id, xact) where debit_seq is null;
create index ledger_transfers_append_credit on ledger_transfers (credit_account_id, xact) where credit_seq is null;

-- The balance of an append account from all transfers of transactions before upto.
create table ledger_rollups (
  account_id bigint primary key references ledger_accounts (id),
  balance bigint not null,
  upto xid8 not null,
  rolled_at timestamptz not null
);

-- Posts once for each key. Accounts are named by arrays side by side; legs point into them from 1.
-- LG001: an account would fall below its floor. LG002: the key was used for other legs. LG003: a transfer that cannot be.
create function ledger_post(
  new_key text, new_kind text, new_ref text, new_actor text, new_time timestamptz,
  books text[], kinds text[], owners text[], wallets text[], currencies text[],
  debits integer[], credits integer[], amounts bigint[],
  out posting bigint, out replayed boolean
) language plpgsql
-- Opens the guard below for as long as this function runs.
set ledger.posting = 'on'
as $$
declare
  ids bigint[];
  modes text[];
  homes text[];
  legs text := new_kind;
  hash bytea;
  debit_at integer;
  credit_at integer;
  debit_seq bigint;
  debit_balance bigint;
  credit_seq bigint;
  credit_balance bigint;
begin
  loop
    select array_agg(a.id order by place), array_agg(a.mode order by place), array_agg(a.wallet order by place)
      into ids, modes, homes
      from unnest(owners, kinds, books, currencies) with ordinality named (owner, kind, book, currency, place)
      left join ledger_accounts a using (owner, kind, book, currency);
    exit when array_position(ids, null) is null;
    -- In one order for all, so that two who open the same accounts cannot wait for each other.
    insert into ledger_accounts (owner, kind, book, currency, wallet, created_at)
      select owner, kind, book, currency, wallet, new_time
      from unnest(owners, kinds, books, currencies, wallets) named (owner, kind, book, currency, wallet)
      order by owner, kind, book, currency
      on conflict do nothing;
  end loop;
  if homes <> wallets then
    raise exception 'ledger account of another wallet: %', new_key using errcode = 'LG003';
  end if;

  perform from ledger_accounts where id = any (ids) and mode = 'locked' order by id for update;

  for leg in 1 .. cardinality(amounts) loop
    debit_at := debits[leg];
    credit_at := credits[leg];
    if (books[debit_at], currencies[debit_at]) <> (books[credit_at], currencies[credit_at]) then
      raise exception 'ledger transfer between books or currencies: %', new_key using errcode = 'LG003';
    end if;
    legs := concat(legs, '|', ids[debit_at], '>', ids[credit_at], '>', amounts[leg]);
  end loop;
  hash := sha256(convert_to(legs, 'UTF8'));

  -- After the locks, so that the ids of postings and the history of every locked account have the same order.
  insert into ledger_postings (key, kind, ref, actor, legs_hash, created_at)
    values (new_key, new_kind, new_ref, new_actor, hash, new_time)
    on conflict (key) do nothing
    returning id into posting;
  replayed := posting is null;
  if replayed then
    select id into posting from ledger_postings where key = new_key and legs_hash = hash;
    if posting is null then
      raise exception 'ledger key reused: %', new_key using errcode = 'LG002';
    end if;
    return;
  end if;

  for leg in 1 .. cardinality(amounts) loop
    debit_at := debits[leg];
    credit_at := credits[leg];
    debit_seq := null; debit_balance := null; credit_seq := null; credit_balance := null;
    if modes[debit_at] = 'locked' then
      update ledger_accounts set balance = balance - amounts[leg], seq = seq + 1
        where id = ids[debit_at] and balance - amounts[leg] >= floor
        returning seq, balance into debit_seq, debit_balance;
      if not found then
        raise exception 'insufficient funds: %', new_key using errcode = 'LG001', detail = concat_ws(' ',
          kinds[debit_at], currencies[debit_at], amounts[leg],
          (select balance from ledger_accounts where id = ids[debit_at]));
      end if;
    end if;
    if modes[credit_at] = 'locked' then
      update ledger_accounts set balance = balance + amounts[leg], seq = seq + 1
        where id = ids[credit_at]
        returning seq, balance into credit_seq, credit_balance;
    end if;
    insert into ledger_transfers (posting_id, leg, debit_account_id, credit_account_id, debit_wallet, credit_wallet,
        amount, debit_seq, debit_balance, credit_seq, credit_balance, created_at)
      values (posting, leg, ids[debit_at], ids[credit_at], wallets[debit_at], wallets[credit_at],
        amounts[leg], debit_seq, debit_balance, credit_seq, credit_balance, new_time);
  end loop;
end $$;

-- What bounds an account follows from its kind; ledger/accounts.ts says the same, and a test compares both.
create function ledger_open() returns trigger language plpgsql as $$
declare
  -- Every balance can be told exactly as a JSON number.
  most constant bigint := 9007199254740991;
begin
  new.floor := -most;
  new.ceiling := most;
  case
    when new.kind in ('available', 'held', 'dispute', 'earnings', 'payout_pending') then
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

create function ledger_guard() returns trigger language plpgsql as $$
begin
  if current_setting('ledger.posting', true) is distinct from 'on' then
    raise exception '% is written by ledger_post only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger ledger_accounts_guarded before insert or update on ledger_accounts
  for each statement execute function ledger_guard();
create trigger ledger_accounts_opened before insert on ledger_accounts
  for each row execute function ledger_open();
create trigger ledger_accounts_immutable
  before update of id, book, kind, owner, wallet, currency, mode, floor, ceiling, created_at or delete or truncate
  on ledger_accounts for each statement execute function refuse_change();

create trigger ledger_postings_guarded before insert on ledger_postings
  for each statement execute function ledger_guard();
create trigger ledger_postings_immutable before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();

create trigger ledger_transfers_guarded before insert on ledger_transfers
  for each statement execute function ledger_guard();
create trigger ledger_transfers_immutable before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();
