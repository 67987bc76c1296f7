CREATE OR REPLACE FUNCTION public.add_search_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_arrivals (market, item_id) values (tg_table_name, new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.authority_holds(agent text, person text, key text, roles text[], at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (key IS NOT NULL) THEN (EXISTS (SELECT FROM agent_keys k WHERE ((k.id = authority_holds.key) AND (k.agent_id = authority_holds.agent) AND (k.deactivated_at IS NULL) AND (k.disabled_at IS NULL) AND ((k.expires_at IS NULL) OR (k.expires_at > authority_holds.at))))) WHEN (person IS NOT NULL) THEN (EXISTS (SELECT FROM agent_access a WHERE ((a.agent_id = authority_holds.agent) AND (a.user_id = authority_holds.person) AND (a.role = ANY (authority_holds.roles))))) ELSE true END
;

CREATE OR REPLACE FUNCTION public.client_at_risk(client text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return exists (select from chargebacks c where c.agent_id = client and c.state <> 'won');
end $function$
;

CREATE OR REPLACE FUNCTION public.client_at_risk(client text, of_book text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return exists (select from chargebacks c where c.agent_id = client and c.book = of_book and c.state <> 'won');
end $function$
;

CREATE OR REPLACE FUNCTION public.has_no_gate(agent text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return not exists (select from approval_gates g where g.agent_id = agent
    and (g.settings ->> 'mode' <> 'off' or g.settings -> 'killSwitch' = 'true'::jsonb));
end $function$
;

CREATE OR REPLACE FUNCTION public.is_held_agent(agent text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from legal_holds h where h.released_at is null and (
    h.subject_id = agent
    or h.subject_id = (select owner_id from agents where id = agent)
    or h.subject_id in (select organization_id from organization_agents where agent_id = agent)))
$function$
;

CREATE OR REPLACE FUNCTION public.is_held_task(task text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from legal_holds where released_at is null)
    and (exists (select from legal_holds h where h.released_at is null and h.subject_id = task)
      or exists (select from tasks t where t.id = task and (is_held_agent(t.client_id) or is_held_agent(t.provider_id))))
$function$
;

CREATE OR REPLACE FUNCTION public.is_held_user(person text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from legal_holds h where h.released_at is null and (
    h.subject_id = person
    or (h.kind = 'agent' and exists (select from agents where id = h.subject_id and owner_id = person))
    or (h.kind = 'organization' and exists (
      select from members where organization_id = h.subject_id and user_id = person))))
$function$
;

CREATE OR REPLACE FUNCTION public.join_words(words text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(words, ' '::text)
;

CREATE OR REPLACE FUNCTION public.ledger_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('ledger.posting', true) is distinct from 'on' then
    raise exception '% is written by ledger_post only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post(new_key text, new_kind text, new_ref text, new_actor text, new_time timestamp with time zone, books text[], kinds text[], owners text[], wallets text[], currencies text[], debits integer[], credits integer[], amounts bigint[], OUT posting bigint, OUT replayed boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET "ledger.posting" TO 'on'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.mailbox_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when split_part(lower(address), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(address), '@', 1), '+', 1) || '@' || split_part(lower(address), '@', 2) end
$function$
;

CREATE OR REPLACE FUNCTION public.message_words(parts jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, plain_words("left"((SELECT string_agg((part.value ->> 'text'::text), ' '::text ORDER BY part.ordinality) AS string_agg FROM jsonb_array_elements(message_words.parts) WITH ORDINALITY part(value, ordinality)), 50000)))
;

CREATE OR REPLACE FUNCTION public.nobody_watches(agent text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return not exists (select from approval_gates g where g.agent_id = agent
    and (g.settings ->> 'mode' <> 'off' or g.settings -> 'killSwitch' = 'true'::jsonb));
end $function$
;

CREATE OR REPLACE FUNCTION public.open_tasks(client text, provider text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  return (select count(*) from (
    select from tasks where client_id = client and provider_id = provider and due_at is not null limit most) counted);
end $function$
;

CREATE OR REPLACE FUNCTION public.plain_words(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if octet_length(words) = length(words) then
    return regexp_replace(words, '[!-/:-@[-`{-~]+', ' ', 'g');
  end if;
  words := normalize(regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]+', '', 'g'), nfkc);
  words := regexp_replace(words, '[!-/:-@[-`{-~]+', ' ', 'g');
  return regexp_replace(words,
    '([\u3005\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])',
    ' \1 ', 'g');
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_contact_from()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.contact_from := 'none';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.respell_canceled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.status := 'canceled';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_listed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.listed_at := new.updated_at;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_add(stored_by text[], changes bigint[], bound boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  account record;
  now_used bigint;
  allowed bigint;
begin
  for account in
    select a.owner_id, sum(c.change)::bigint as change, sum(c.change) filter (where c.bound)::bigint as bound_change
    from unnest(stored_by, changes, bound) c (agent_id, change, bound)
    join agents a on a.id = c.agent_id
    where c.change <> 0 group by a.owner_id order by a.owner_id
  loop
    insert into storage_usage as s (user_id, used) values (account.owner_id, account.change)
      on conflict (user_id) do update set used = s.used + account.change
      returning used into now_used;
    if coalesce(account.bound_change, 0) > 0 then
      select case when u.email_verified_at is null then l.unverified else l.verified end into allowed
        from users u, storage_limits l where u.id = account.owner_id;
      if now_used > allowed then
        raise exception 'storage quota exceeded' using errcode = 'SQ001',
          detail = concat_ws(' ', now_used - account.change, allowed, account.change);
      end if;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_attachments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(l.client_id), array_agg(n.size), array_agg(true))
      from new_rows n join listings l on l.id = n.listing_id where n.file_id is null;
  else
    perform storage_add(array_agg(l.client_id), array_agg(-o.size), array_agg(true))
      from old_rows o join listings l on l.id = o.listing_id where o.file_id is null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(agent_id), array_agg(size), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(agent_id), array_agg(-size), array_agg(true)) from old_rows;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_package_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform storage_add(array_agg(p.agent_id), array_agg(octet_length(n.content::text)::bigint), array_agg(true))
    from new_rows n join packages p on p.id = n.package_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_resized_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform storage_add(array[new.agent_id], array[new.size - old.size], array[true]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_task_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform storage_add(
      array_agg(case n.by when 'client' then t.client_id else t.provider_id end),
      array_agg((coalesce(octet_length(n.message::text), 0) + coalesce(octet_length(n.artifact::text), 0))::bigint),
      array_agg(not n.decides))
    from (select *, bool_or(action in ('award', 'accept', 'dispute', 'cancel', 'decline', 'fail', 'deliver'))
        over (partition by task_id) as decides from new_rows) n
    join tasks t on t.id = n.task_id
    where n.by in ('client', 'provider') and (n.message is not null or n.artifact is not null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(author_id), array_agg(octet_length(text)::bigint), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(author_id), array_agg(-octet_length(text)::bigint), array_agg(true)) from old_rows;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_thread_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform storage_add(array_agg(agent_id), array_agg(size), array_agg(true)) from new_rows;
  else
    perform storage_add(array_agg(agent_id), array_agg(-size), array_agg(true)) from old_rows;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.storage_of_thread_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform storage_add(array_agg(agent_id), array_agg(octet_length(parts::text)::bigint), array_agg(true)) from new_rows;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.typo_keys(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((length(word) < 4) OR (word ~ '[0-9]'::text)) THEN '{}'::text[] ELSE ARRAY(SELECT DISTINCT ("left"(typo_keys.word, (place.place - 1)) || substr("left"(typo_keys.word, 7), (place.place + 1))) FROM generate_series(1, (length("left"(typo_keys.word, 7)) + 1)) place(place)) END
;

create table agent_keys (
  id text not null,
  agent_id text not null,
  label text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  held_by text not null,
  wallet boolean not null,
  disabled_at timestamp with time zone,
  grant_id text,
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint agent_keys_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint agent_keys_grant_id_key UNIQUE (grant_id),
  constraint agent_keys_held_by_fkey FOREIGN KEY (held_by) REFERENCES users(id),
  constraint agent_keys_pkey PRIMARY KEY (id)
);

create table agent_links (
  agent_id text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  granted_by text,
  constraint agent_links_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_links_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id),
  constraint agent_links_pkey PRIMARY KEY (agent_id, user_id),
  constraint agent_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table agent_presence (
  agent_id text not null,
  seen_at timestamp with time zone not null,
  constraint agent_presence_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_presence_pkey PRIMARY KEY (agent_id)
);

create table agents (
  id text not null,
  handle text not null,
  owner_id text not null,
  display_name text not null,
  description text not null,
  skills jsonb not null,
  public_skills jsonb not null generated always as (jsonb_path_query_array(skills, '$[*]?(!(exists (@."private") && @."private" == true))'::jsonpath)) stored,
  tags text[] not null,
  task_types text[] not null,
  input_modes text[] not null,
  output_modes text[] not null,
  provider jsonb,
  version text not null,
  icon_url text,
  documentation_url text,
  pricing jsonb not null,
  visibility text not null,
  search tsvector not null generated always as ((((setweight(to_tsvector('simple'::regconfig, plain_words(((handle || ' '::text) || display_name))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, plain_words(join_words((tags || task_types)))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, plain_words((jsonb_path_query_array(skills, '$[*]?(!(exists (@."private") && @."private" == true)).*'::jsonpath))::text)), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, plain_words(description)), 'C'::"char"))) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  contact_from text not null,
  listed_at timestamp with time zone,
  kind text,
  avatar_file_id text,
  banner_file_id text,
  standing text not null default 'good'::text,
  chosen_visibility text,
  constraint agents_avatar_file_id_fkey FOREIGN KEY (avatar_file_id) REFERENCES files(id),
  constraint agents_banner_file_id_fkey FOREIGN KEY (banner_file_id) REFERENCES files(id),
  constraint agents_chosen_visibility_check CHECK ((chosen_visibility = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint agents_contact_from_check CHECK ((contact_from = ANY (ARRAY['everyone'::text, 'connections'::text, 'none'::text]))),
  constraint agents_handle_fkey FOREIGN KEY (handle) REFERENCES handles(handle),
  constraint agents_handle_key UNIQUE (handle),
  constraint agents_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'software'::text, 'team'::text]))),
  constraint agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint agents_pkey PRIMARY KEY (id),
  constraint agents_standing_check CHECK ((standing = ANY (ARRAY['good'::text, 'restricted'::text, 'suspended'::text]))),
  constraint agents_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint suspended_is_private CHECK (((standing <> 'suspended'::text) OR ((visibility = 'private'::text) AND (chosen_visibility IS NOT NULL))))
);

create table approval_gates (
  agent_id text not null,
  version integer not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  constraint approval_gates_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint approval_gates_pkey PRIMARY KEY (agent_id),
  constraint approval_gates_version_check CHECK ((version > 0))
);

create table approvals (
  id text not null,
  agent_id text not null,
  key_id text,
  operation text not null,
  input jsonb not null,
  input_hash bytea not null,
  request_key text,
  action text not null,
  amount bigint,
  currency text,
  counterparty text,
  failed_rule text not null,
  state text not null,
  error text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  user_id text,
  session_id text,
  sealed_input bytea,
  warn_at timestamp with time zone,
  request_hash bytea,
  subject_state text,
  constraint approvals_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint approvals_amount_check CHECK ((amount >= 0)),
  constraint approvals_check CHECK (((amount IS NULL) = (currency IS NULL))),
  constraint approvals_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint approvals_check2 CHECK (((decided_by IS NULL) = (state = ANY (ARRAY['pending'::text, 'expired'::text])))),
  constraint approvals_check3 CHECK (((error IS NULL) = (state <> 'failed'::text))),
  constraint approvals_check4 CHECK ((num_nonnulls(key_id, user_id) = 1)),
  constraint approvals_check5 CHECK (((user_id IS NULL) = (session_id IS NULL))),
  constraint approvals_counterparty_fkey FOREIGN KEY (counterparty) REFERENCES agents(id),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint approvals_key_id_fkey FOREIGN KEY (key_id) REFERENCES agent_keys(id),
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'expired'::text, 'done'::text, 'failed'::text]))),
  constraint approvals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table archived_tasks (
  agent_id text not null,
  task_id text not null,
  archived_at timestamp with time zone not null,
  constraint archived_tasks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint archived_tasks_pkey PRIMARY KEY (agent_id, task_id),
  constraint archived_tasks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table artifacts (
  task_id text not null,
  artifact_id text not null,
  place integer not null,
  content jsonb not null,
  complete boolean not null,
  size integer not null generated always as (octet_length((content)::text)) stored,
  constraint artifacts_pkey PRIMARY KEY (task_id, artifact_id),
  constraint artifacts_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table attachment_pieces (
  listing_id text not null,
  filename text not null,
  place integer not null,
  bytes bytea not null,
  constraint attachment_pieces_listing_id_filename_fkey FOREIGN KEY (listing_id, filename) REFERENCES attachments(listing_id, filename) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint attachment_pieces_pkey PRIMARY KEY (listing_id, filename, place)
);

create table attachments (
  listing_id text not null,
  filename text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null,
  file_id text,
  constraint attachments_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint attachments_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint attachments_pkey PRIMARY KEY (listing_id, filename),
  constraint attachments_size_check CHECK ((size > 0))
);

create table audit_entries (
  id text not null,
  at timestamp with time zone not null,
  action text not null,
  actor_kind text not null,
  user_id text,
  agent_id text,
  key_id text,
  session_id text,
  ip text,
  request_id text,
  target text not null,
  details jsonb not null,
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'key'::text, 'stranger'::text, 'operator'::text, 'system'::text]))),
  constraint audit_entries_pkey PRIMARY KEY (id)
);

create table audit_links (
  seq bigint not null,
  entry_id text not null,
  hash bytea not null,
  constraint audit_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_links_entry_id_key UNIQUE (entry_id),
  constraint audit_links_pkey PRIMARY KEY (seq)
);

create table audit_pending (
  entry_id text not null,
  constraint audit_pending_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_pending_pkey PRIMARY KEY (entry_id)
);

create table audit_streams (
  name text not null,
  sent_seq bigint not null default 0,
  due_at timestamp with time zone not null,
  failures integer not null default 0,
  last_error text,
  sent_at timestamp with time zone,
  configured boolean not null default true,
  constraint audit_streams_failures_check CHECK ((failures >= 0)),
  constraint audit_streams_name_check CHECK ((name = ANY (ARRAY['syslog'::text, 'webhook'::text]))),
  constraint audit_streams_pkey PRIMARY KEY (name),
  constraint audit_streams_sent_seq_check CHECK ((sent_seq >= 0))
);

create table authority_changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  topic text not null,
  at timestamp with time zone not null
);

create table blob_pieces (
  blob_id text not null,
  place integer not null,
  bytes bytea not null,
  constraint blob_pieces_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id),
  constraint blob_pieces_pkey PRIMARY KEY (blob_id, place)
);

create table blobs (
  id text not null,
  store text not null,
  state text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint blobs_check CHECK (((state = 'stored'::text) = (due_at IS NULL))),
  constraint blobs_pkey PRIMARY KEY (id),
  constraint blobs_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'stored'::text, 'deleting'::text]))),
  constraint blobs_store_check CHECK ((store = ANY (ARRAY['postgres'::text, 's3'::text])))
);

create table blocks (
  blocker_id text not null,
  blocked_id text not null,
  created_at timestamp with time zone not null,
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES agents(id),
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES agents(id),
  constraint blocks_check CHECK ((blocked_id <> blocker_id)),
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id)
);

create table chargeback_evidence (
  chargeback_ref text not null,
  book text not null,
  state text not null,
  statement text not null,
  facts jsonb,
  attempt integer not null default 0,
  failure text,
  written_by text not null,
  sent_at timestamp with time zone,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint chargeback_evidence_chargeback_ref_fkey FOREIGN KEY (chargeback_ref) REFERENCES chargebacks(ref),
  constraint chargeback_evidence_check CHECK (((state = ANY (ARRAY['queued'::text, 'sent'::text])) = (facts IS NOT NULL))),
  constraint chargeback_evidence_check1 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint chargeback_evidence_pkey PRIMARY KEY (chargeback_ref),
  constraint chargeback_evidence_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'queued'::text, 'sent'::text, 'failed'::text]))),
  constraint chargeback_evidence_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);

create table chargebacks (
  ref text not null,
  payment_id text not null,
  agent_id text not null,
  book text not null,
  state text not null,
  amount bigint not null,
  currency text not null,
  withdrawn bigint not null default 0,
  reinstated bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone default now(),
  appeal text not null default 'none'::text,
  constraint chargebacks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint chargebacks_appeal_check CHECK ((appeal = ANY (ARRAY['none'::text, 'open'::text, 'decided'::text]))),
  constraint chargebacks_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint chargebacks_pkey PRIMARY KEY (ref),
  constraint chargebacks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table comments (
  id text not null,
  post_id text not null,
  author_id text not null,
  text text not null,
  created_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES agents(id),
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table connections (
  id text not null,
  requester_id text not null,
  addressee_id text not null,
  state text not null,
  note text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint connections_addressee_id_fkey FOREIGN KEY (addressee_id) REFERENCES agents(id),
  constraint connections_check CHECK ((addressee_id <> requester_id)),
  constraint connections_check1 CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES agents(id),
  constraint connections_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text])))
);

create table data_export_parts (
  user_id text not null,
  number integer not null,
  blob_id text not null,
  size integer not null,
  sha256 bytea not null,
  constraint data_export_parts_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id),
  constraint data_export_parts_blob_id_key UNIQUE (blob_id),
  constraint data_export_parts_number_check CHECK ((number > 0)),
  constraint data_export_parts_pkey PRIMARY KEY (user_id, number),
  constraint data_export_parts_size_check CHECK ((size > 0)),
  constraint data_export_parts_user_id_fkey FOREIGN KEY (user_id) REFERENCES data_exports(user_id) ON DELETE CASCADE
);

create table data_exports (
  user_id text not null,
  state text not null,
  ordered_by text,
  attempt integer not null default 0,
  due_at timestamp with time zone,
  size bigint not null default 0,
  sha256 bytea,
  requested_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint data_exports_check CHECK (((state = 'building'::text) = (due_at IS NOT NULL))),
  constraint data_exports_check1 CHECK (((state = 'ready'::text) = (sha256 IS NOT NULL))),
  constraint data_exports_check2 CHECK (((state = 'ready'::text) = (ready_at IS NOT NULL))),
  constraint data_exports_check3 CHECK (((state = 'building'::text) = (expires_at IS NULL))),
  constraint data_exports_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  constraint data_exports_pkey PRIMARY KEY (user_id),
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['building'::text, 'ready'::text, 'failed'::text]))),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table debt_installments (
  plan_id text not null,
  number integer not null,
  amount bigint not null,
  due_at timestamp with time zone not null,
  state text not null,
  constraint debt_installments_amount_check CHECK ((amount > 0)),
  constraint debt_installments_number_check CHECK ((number > 0)),
  constraint debt_installments_pkey PRIMARY KEY (plan_id, number),
  constraint debt_installments_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES debt_plans(id),
  constraint debt_installments_state_check CHECK ((state = ANY (ARRAY['due'::text, 'paid'::text, 'missed'::text, 'canceled'::text])))
);

create table debt_plans (
  id text not null,
  agent_id text not null,
  book text not null,
  currency text not null,
  state text not null,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint debt_plans_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint debt_plans_check CHECK (((state = 'active'::text) = (ended_at IS NULL))),
  constraint debt_plans_check1 CHECK (((state = 'active'::text) = (due_at IS NOT NULL))),
  constraint debt_plans_pkey PRIMARY KEY (id),
  constraint debt_plans_state_check CHECK ((state = ANY (ARRAY['active'::text, 'completed'::text, 'broken'::text, 'ended'::text])))
);

create table demo_agents (
  agent_id text not null,
  key_id text not null,
  created_at timestamp with time zone not null,
  constraint demo_agents_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint demo_agents_key_id_fkey FOREIGN KEY (key_id) REFERENCES agent_keys(id),
  constraint demo_agents_pkey PRIMARY KEY (agent_id)
);

create table dispute_evidence (
  id text not null,
  task_id text not null,
  number integer not null,
  side text not null,
  at timestamp with time zone not null,
  text text,
  message_id text,
  artifact_id text,
  file_id text,
  constraint dispute_evidence_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint dispute_evidence_has_content CHECK (((num_nonnulls(message_id, artifact_id, file_id) <= 1) AND (num_nonnulls(text, message_id, artifact_id, file_id) >= 1))),
  constraint dispute_evidence_pkey PRIMARY KEY (id),
  constraint dispute_evidence_side_check CHECK ((side = ANY (ARRAY['client'::text, 'provider'::text]))),
  constraint dispute_evidence_task_id_number_fkey FOREIGN KEY (task_id, number) REFERENCES disputes(task_id, number)
);

create table dispute_offers (
  id text not null,
  task_id text not null,
  number integer not null,
  side text not null,
  to_client bigint not null,
  note text,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null,
  decided_at timestamp with time zone,
  warn_at timestamp with time zone,
  constraint dispute_offers_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint dispute_offers_pkey PRIMARY KEY (id),
  constraint dispute_offers_side_check CHECK ((side = ANY (ARRAY['client'::text, 'provider'::text]))),
  constraint dispute_offers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'replaced'::text, 'expired'::text]))),
  constraint dispute_offers_task_id_number_fkey FOREIGN KEY (task_id, number) REFERENCES disputes(task_id, number),
  constraint dispute_offers_to_client_check CHECK ((to_client > 0))
);

create table disputes (
  task_id text not null,
  number integer not null,
  opened_by text not null,
  opened_at timestamp with time zone not null,
  amount bigint not null,
  currency text not null,
  reason text,
  statement text,
  outcome text,
  to_client bigint,
  response text,
  response_outcome text,
  response_to_client bigint,
  responded_at timestamp with time zone,
  status text not null default 'open'::text,
  ended_at timestamp with time zone,
  ended_by text,
  ended_to_client bigint,
  reasons text,
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_check CHECK (((to_client > 0) AND (to_client < amount))),
  constraint disputes_check1 CHECK (((response_to_client > 0) AND (response_to_client < amount))),
  constraint disputes_check2 CHECK (((ended_to_client >= 0) AND (ended_to_client <= amount))),
  constraint disputes_check3 CHECK ((((reason IS NULL) = (statement IS NULL)) AND ((reason IS NULL) = (outcome IS NULL)))),
  constraint disputes_check4 CHECK (((to_client IS NOT NULL) = (COALESCE(outcome, ''::text) = 'split'::text))),
  constraint disputes_check5 CHECK (((response IS NULL) = (responded_at IS NULL))),
  constraint disputes_check6 CHECK (((response_to_client IS NOT NULL) = (COALESCE(response_outcome, ''::text) = 'split'::text))),
  constraint disputes_check7 CHECK ((((status = 'open'::text) = (ended_at IS NULL)) AND ((ended_at IS NULL) = (ended_by IS NULL)))),
  constraint disputes_check8 CHECK (((ended_to_client IS NOT NULL) = (status <> ALL (ARRAY['open'::text, 'withdrawn'::text])))),
  constraint disputes_ended_by_check CHECK ((ended_by = ANY (ARRAY['client'::text, 'provider'::text, 'operator'::text, 'clock'::text]))),
  constraint disputes_number_check CHECK ((number > 0)),
  constraint disputes_opened_by_check CHECK ((opened_by = ANY (ARRAY['client'::text, 'provider'::text, 'clock'::text]))),
  constraint disputes_outcome_check CHECK ((outcome = ANY (ARRAY['release'::text, 'refund'::text, 'split'::text]))),
  constraint disputes_pkey PRIMARY KEY (task_id, number),
  constraint disputes_response_outcome_check CHECK ((response_outcome = ANY (ARRAY['release'::text, 'refund'::text, 'split'::text]))),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'settled'::text, 'withdrawn'::text, 'conceded'::text, 'ruled'::text, 'expired'::text]))),
  constraint disputes_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table earnings_holds (
  id text not null,
  agent_id text not null,
  client_id text not null,
  task_id text not null,
  book text not null,
  currency text not null,
  amount bigint not null,
  covered bigint not null default 0,
  state text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  restored bigint not null default 0,
  constraint earnings_holds_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint earnings_holds_amount_check CHECK ((amount > 0)),
  constraint earnings_holds_check CHECK (((covered >= 0) AND (covered <= amount))),
  constraint earnings_holds_check1 CHECK (((restored >= 0) AND (restored <= covered))),
  constraint earnings_holds_client_id_fkey FOREIGN KEY (client_id) REFERENCES agents(id),
  constraint earnings_holds_pkey PRIMARY KEY (id),
  constraint earnings_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'decided'::text])))
);

create table endorsements (
  id text not null,
  agent_id text not null,
  skill text not null,
  from_id text not null,
  note text,
  created_at timestamp with time zone not null,
  constraint endorsements_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint endorsements_check CHECK ((from_id <> agent_id)),
  constraint endorsements_from_id_fkey FOREIGN KEY (from_id) REFERENCES agents(id),
  constraint endorsements_pkey PRIMARY KEY (id)
);

create table event_numbers (
  singleton boolean not null default true,
  last bigint not null,
  kept_from bigint not null,
  constraint event_numbers_pkey PRIMARY KEY (singleton),
  constraint event_numbers_singleton_check CHECK (singleton)
);

create table events (
  number bigint not null,
  id text not null,
  at timestamp with time zone not null,
  agent_id text not null,
  kind text not null,
  subject text,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (number)
);

create table favorites (
  agent_id text not null,
  kind text not null,
  target_id text not null,
  created_at timestamp with time zone not null,
  constraint favorites_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint favorites_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'listing'::text]))),
  constraint favorites_pkey PRIMARY KEY (agent_id, target_id)
);

create table file_parts (
  file_id text not null,
  number integer not null,
  blob_id text not null,
  size integer not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null,
  constraint file_parts_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id),
  constraint file_parts_blob_id_key UNIQUE (blob_id),
  constraint file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint file_parts_number_check CHECK ((number > 0)),
  constraint file_parts_pkey PRIMARY KEY (file_id, number),
  constraint file_parts_size_check CHECK ((size > 0))
);

create table file_uses (
  file_id text not null,
  task_id text not null,
  created_at timestamp with time zone not null,
  constraint file_uses_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint file_uses_pkey PRIMARY KEY (file_id, task_id),
  constraint file_uses_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table files (
  id text not null,
  agent_id text not null,
  filename text not null,
  declared_type text,
  media_type text,
  size bigint not null,
  part_size integer not null,
  sha256 bytea,
  state text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone,
  received_size bigint,
  received_sha256 bytea,
  scan text,
  scan_note text,
  scan_attempts integer not null default 0,
  due_at timestamp with time zone,
  constraint files_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint files_check CHECK (((state = 'uploading'::text) = (completed_at IS NULL))),
  constraint files_check1 CHECK (((state = 'uploading'::text) OR ((media_type IS NOT NULL) AND (sha256 IS NOT NULL)))),
  constraint files_check2 CHECK (((state <> 'uploading'::text) OR (expires_at IS NOT NULL))),
  constraint files_part_size_check CHECK ((part_size > 0)),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_quarantined_check CHECK (((state = 'quarantined'::text) = (NOT (scan IS DISTINCT FROM 'quarantined'::text)))),
  constraint files_received_check CHECK (((received_size IS NULL) = (received_sha256 IS NULL))),
  constraint files_scan_check CHECK ((scan = ANY (ARRAY['pending'::text, 'clean'::text, 'quarantined'::text]))),
  constraint files_scan_due_check CHECK (((due_at IS NOT NULL) = (NOT (scan IS DISTINCT FROM 'pending'::text)))),
  constraint files_size_check CHECK ((size > 0)),
  constraint files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'ready'::text, 'quarantined'::text])))
);

create table gate_spending (
  agent_id text not null,
  period text not null,
  currency text not null,
  spent bigint not null,
  created_at timestamp with time zone not null,
  constraint gate_spending_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint gate_spending_pkey PRIMARY KEY (agent_id, period, currency),
  constraint gate_spending_spent_check CHECK ((spent >= 0))
);

create table handles (
  handle text not null,
  skeleton text not null,
  owner_id text not null,
  created_at timestamp with time zone not null,
  constraint handles_pkey PRIMARY KEY (handle),
  constraint handles_skeleton_key UNIQUE (skeleton)
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  route text not null,
  request_hash bytea not null,
  reply bytea not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key)
);

create table invitations (
  id text not null,
  organization_id text not null,
  email_key text,
  user_id text,
  role text not null,
  state text not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint invitations_check CHECK (((email_key IS NULL) <> (user_id IS NULL))),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'finance'::text, 'member'::text]))),
  constraint invitations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table invoice_lines (
  posting_id bigint not null,
  leg integer not null,
  invoice_id text not null,
  task_id text not null,
  agent_id text not null,
  base bigint not null,
  fee_bps integer not null,
  amount bigint not null,
  charged_at timestamp with time zone not null,
  constraint invoice_lines_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint invoice_lines_check CHECK (((amount > 0) AND (amount <= base))),
  constraint invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_lines_pkey PRIMARY KEY (posting_id, leg),
  constraint invoice_lines_posting_id_leg_fkey FOREIGN KEY (posting_id, leg) REFERENCES ledger_transfers(posting_id, leg)
);

create table invoice_periods (
  book text not null,
  month text not null,
  upto xid8 not null,
  closed_at timestamp with time zone not null,
  constraint invoice_periods_book_check CHECK ((book = ANY (ARRAY['sandbox'::text, 'test'::text, 'live'::text]))),
  constraint invoice_periods_month_check CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text)),
  constraint invoice_periods_pkey PRIMARY KEY (book, month)
);

create table invoice_series (
  book text not null,
  kind text not null,
  last_number bigint not null,
  constraint invoice_series_book_check CHECK ((book = ANY (ARRAY['sandbox'::text, 'test'::text, 'live'::text]))),
  constraint invoice_series_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
  constraint invoice_series_last_number_check CHECK ((last_number >= 0)),
  constraint invoice_series_pkey PRIMARY KEY (book, kind)
);

create table invoices (
  id text not null,
  book text not null,
  kind text not null,
  number bigint not null,
  label text not null,
  month text not null,
  owner_id text not null,
  owner_name text not null,
  currency text not null,
  amount bigint not null,
  line_count integer not null,
  corrects_id text,
  seller jsonb not null,
  issued_at timestamp with time zone not null,
  constraint invoices_amount_check CHECK ((amount > 0)),
  constraint invoices_book_kind_fkey FOREIGN KEY (book, kind) REFERENCES invoice_series(book, kind),
  constraint invoices_book_kind_number_key UNIQUE (book, kind, number),
  constraint invoices_check CHECK (((kind = 'credit-note'::text) = (corrects_id IS NOT NULL))),
  constraint invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id),
  constraint invoices_line_count_check CHECK ((line_count > 0)),
  constraint invoices_month_check CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text)),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_pkey PRIMARY KEY (id)
);

create table ledger_accounts (
  id bigint not null,
  book text not null,
  kind text not null,
  owner text not null,
  wallet text not null,
  currency text not null,
  mode text not null,
  floor bigint not null,
  ceiling bigint not null,
  balance bigint not null default 0,
  seq bigint not null default 0,
  open boolean not null generated always as ((balance <> 0)) stored,
  created_at timestamp with time zone not null,
  constraint ledger_accounts_ceiling CHECK ((balance <= ceiling)),
  constraint ledger_accounts_floor CHECK ((balance >= floor)),
  constraint ledger_accounts_name UNIQUE (owner, kind, book, currency),
  constraint ledger_accounts_pkey PRIMARY KEY (id)
);

create table ledger_postings (
  id bigint not null,
  key text not null,
  kind text not null,
  ref text not null,
  actor text not null,
  legs_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint ledger_postings_key_key UNIQUE (key),
  constraint ledger_postings_pkey PRIMARY KEY (id)
);

create table ledger_rollups (
  account_id bigint not null,
  balance bigint not null,
  upto xid8 not null,
  rolled_at timestamp with time zone not null,
  constraint ledger_rollups_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_rollups_pkey PRIMARY KEY (account_id)
);

create table ledger_transfers (
  posting_id bigint not null,
  leg integer not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  debit_wallet text not null,
  credit_wallet text not null,
  amount bigint not null,
  debit_seq bigint,
  debit_balance bigint,
  credit_seq bigint,
  credit_balance bigint,
  xact xid8 not null default pg_current_xact_id(),
  created_at timestamp with time zone not null,
  constraint ledger_transfers_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  constraint ledger_transfers_check CHECK ((debit_account_id <> credit_account_id)),
  constraint ledger_transfers_pkey PRIMARY KEY (posting_id, leg),
  constraint ledger_transfers_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

create table legal_holds (
  id text not null,
  kind text not null,
  subject_id text not null,
  reason text not null,
  placed_by text not null,
  created_at timestamp with time zone not null,
  released_by text,
  release_reason text,
  released_at timestamp with time zone,
  constraint legal_holds_check CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) = (release_reason IS NULL)))),
  constraint legal_holds_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'agent'::text, 'organization'::text, 'task'::text]))),
  constraint legal_holds_pkey PRIMARY KEY (id),
  constraint legal_holds_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES users(id),
  constraint legal_holds_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id)
);

create table listing_invitations (
  id text not null,
  listing_id text not null,
  agent_id text not null,
  note text,
  state text not null,
  task_id text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint listing_invitations_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint listing_invitations_check CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint listing_invitations_check1 CHECK (((state = 'applied'::text) = (task_id IS NOT NULL))),
  constraint listing_invitations_listing_id_agent_id_key UNIQUE (listing_id, agent_id),
  constraint listing_invitations_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint listing_invitations_pkey PRIMARY KEY (id),
  constraint listing_invitations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint listing_invitations_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table listings (
  id text not null,
  client_id text not null,
  title text not null,
  description text not null,
  tags text[] not null,
  task_type text,
  budget bigint,
  currency text not null,
  terms jsonb not null,
  status text not null,
  awarded_task_id text,
  frozen_at timestamp with time zone,
  opened_at timestamp with time zone,
  search tsvector not null generated always as (((setweight(to_tsvector('simple'::regconfig, plain_words(title)), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, plain_words(((join_words(tags) || ' '::text) || COALESCE(task_type, ''::text)))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, plain_words(description)), 'C'::"char"))) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  category text,
  constraint listings_budget_check CHECK ((budget > 0)),
  constraint listings_category_check CHECK (((category ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(category) <= 40))),
  constraint listings_check CHECK (((status = 'filled'::text) = (awarded_task_id IS NOT NULL))),
  constraint listings_check1 CHECK (((status <> ALL (ARRAY['open'::text, 'filled'::text])) OR (opened_at IS NOT NULL))),
  constraint listings_client_id_fkey FOREIGN KEY (client_id) REFERENCES agents(id),
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'filled'::text, 'deleted'::text])))
);

create table mail_cursor (
  singleton boolean not null default true,
  number bigint not null,
  constraint mail_cursor_pkey PRIMARY KEY (singleton),
  constraint mail_cursor_singleton_check CHECK (singleton)
);

create table mail_suppressions (
  address_key text not null,
  reason text not null,
  detail text not null,
  created_at timestamp with time zone not null,
  constraint mail_suppressions_pkey PRIMARY KEY (address_key),
  constraint mail_suppressions_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text, 'operator'::text])))
);

create table mails (
  id text not null,
  kind text not null,
  recipient text not null,
  token_id text,
  facts jsonb not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  user_id text,
  topic text,
  first_event bigint,
  last_event bigint,
  open boolean not null default false,
  allowance text not null default 'other'::text,
  sender text,
  constraint mails_allowance_check CHECK ((allowance = ANY (ARRAY['money'::text, 'work'::text, 'other'::text]))),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'skipped'::text, 'capped'::text, 'suppressed'::text]))),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table market_logos (
  digest text not null,
  media_type text not null,
  image bytea not null,
  created_at timestamp with time zone not null,
  constraint market_logos_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint market_logos_image_check CHECK (((octet_length(image) >= 1) AND (octet_length(image) <= 262144))),
  constraint market_logos_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/webp'::text, 'image/svg+xml'::text]))),
  constraint market_logos_pkey PRIMARY KEY (digest)
);

create table members (
  organization_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint members_pkey PRIMARY KEY (organization_id, user_id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'finance'::text, 'member'::text]))),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table moderation_cases (
  id text not null,
  kind text not null,
  subject_id text not null,
  agent_id text,
  user_id text,
  organization_id text,
  snapshot jsonb not null,
  state text not null,
  report_count integer not null default 0,
  assignee_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint moderation_cases_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint moderation_cases_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint moderation_cases_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'listing'::text, 'post'::text, 'comment'::text, 'message'::text, 'task'::text, 'review'::text, 'user'::text, 'organization'::text]))),
  constraint moderation_cases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint moderation_cases_pkey PRIMARY KEY (id),
  constraint moderation_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'decided'::text, 'appealed'::text]))),
  constraint moderation_cases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table moderation_decisions (
  id text not null,
  case_id text not null,
  outcome text not null,
  target text not null,
  target_id text not null,
  until timestamp with time zone,
  reason text not null,
  in_effect boolean not null,
  decided_by text not null,
  created_at timestamp with time zone not null,
  appeal_text text,
  appealed_by text,
  appealed_at timestamp with time zone,
  appeal_outcome text,
  appeal_reason text,
  appeal_decided_by text,
  appeal_decided_at timestamp with time zone,
  constraint moderation_decisions_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES users(id),
  constraint moderation_decisions_appeal_outcome_check CHECK ((appeal_outcome = ANY (ARRAY['upheld'::text, 'overturned'::text]))),
  constraint moderation_decisions_appealed_by_fkey FOREIGN KEY (appealed_by) REFERENCES users(id),
  constraint moderation_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id),
  constraint moderation_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint moderation_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['dismiss'::text, 'warn'::text, 'hide'::text, 'restrict'::text, 'suspend'::text, 'reinstate'::text]))),
  constraint moderation_decisions_pkey PRIMARY KEY (id),
  constraint moderation_decisions_target_check CHECK ((target = ANY (ARRAY['agent'::text, 'user'::text, 'organization'::text, 'content'::text])))
);

create table moderation_steps (
  case_id text not null,
  seq integer not null,
  at timestamp with time zone not null,
  action text not null,
  user_id text,
  details jsonb not null,
  constraint moderation_steps_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id),
  constraint moderation_steps_pkey PRIMARY KEY (case_id, seq),
  constraint moderation_steps_seq_check CHECK ((seq > 0)),
  constraint moderation_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table movement_looks (
  book text not null,
  seen_up_to timestamp with time zone not null,
  due_at timestamp with time zone not null,
  refunds_seen_up_to timestamp with time zone,
  constraint movement_looks_pkey PRIMARY KEY (book)
);

create table nodes (
  id text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  requests bigint not null,
  errors bigint not null,
  constraint nodes_check CHECK (((errors >= 0) AND (errors <= requests))),
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_requests_check CHECK ((requests >= 0))
);

create table notification_group_reads (
  agent_id text not null,
  reader text not null,
  group_key text not null,
  number bigint not null,
  constraint notification_group_reads_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint notification_group_reads_pkey PRIMARY KEY (agent_id, reader, group_key)
);

create table notification_preferences (
  user_id text not null,
  topic text not null,
  in_app boolean not null,
  mail boolean not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, topic),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table notification_reads (
  agent_id text not null,
  reader text not null,
  number bigint not null,
  constraint notification_reads_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint notification_reads_pkey PRIMARY KEY (agent_id, reader)
);

create table oauth_clients (
  id text not null,
  kind text not null,
  name text not null,
  homepage text,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  failure text,
  device boolean not null default false,
  constraint oauth_clients_check CHECK (((kind = 'registered'::text) = (checked_at IS NULL))),
  constraint oauth_clients_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'document'::text]))),
  constraint oauth_clients_pkey PRIMARY KEY (id)
);

create table oauth_codes (
  hash bytea not null,
  grant_id text not null,
  client_id text not null,
  redirect_uri text not null,
  challenge text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_codes_pkey PRIMARY KEY (hash)
);

create table oauth_device_requests (
  id text not null,
  device_hash bytea not null,
  user_code_hash bytea not null,
  client_id text,
  resource text,
  scopes text[] not null,
  ip text,
  user_agent text,
  state text not null,
  grant_id text,
  session_id text,
  interval_seconds integer not null,
  polled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint oauth_device_requests_check CHECK (((client_id IS NULL) = (resource IS NULL))),
  constraint oauth_device_requests_check1 CHECK (((state = ANY (ARRAY['approved'::text, 'used'::text])) = (num_nonnulls(grant_id, session_id) = 1))),
  constraint oauth_device_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_device_requests_device_hash_key UNIQUE (device_hash),
  constraint oauth_device_requests_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_device_requests_pkey PRIMARY KEY (id),
  constraint oauth_device_requests_resource_check CHECK ((resource = ANY (ARRAY['api'::text, 'mcp'::text]))),
  constraint oauth_device_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint oauth_device_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'used'::text]))),
  constraint oauth_device_requests_user_code_hash_key UNIQUE (user_code_hash)
);

create table oauth_grants (
  id text not null,
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  user_id text not null,
  agent_id text not null,
  resource text not null,
  daily_limit bigint,
  currency text,
  created_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  constraint oauth_grants_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint oauth_grants_check CHECK (((daily_limit IS NULL) = (currency IS NULL))),
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id),
  constraint oauth_grants_daily_limit_check CHECK ((daily_limit >= 0)),
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_resource_check CHECK ((resource = ANY (ARRAY['api'::text, 'mcp'::text]))),
  constraint oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table oauth_tokens (
  id text not null,
  grant_id text not null,
  kind text not null,
  secret_hash bytea not null,
  pair_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  replaced_by text,
  revoked_at timestamp with time zone,
  scopes text[],
  constraint oauth_tokens_check CHECK (((replaced_at IS NULL) = (replaced_by IS NULL))),
  constraint oauth_tokens_check1 CHECK (((kind = 'refresh'::text) OR (replaced_at IS NULL))),
  constraint oauth_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint oauth_tokens_pkey PRIMARY KEY (id)
);

create table one_time_tokens (
  id text not null,
  purpose text not null,
  hash bytea not null,
  user_id text,
  agent_id text,
  email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  made_by_key text,
  made_in_session text,
  constraint one_time_tokens_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint one_time_tokens_hash_key UNIQUE (hash),
  constraint one_time_tokens_made_by_key_fkey FOREIGN KEY (made_by_key) REFERENCES agent_keys(id),
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'link-agent'::text]))),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table operator_actions (
  id text not null,
  kind text not null,
  subject_id text not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  state text not null,
  proposed_by text not null,
  decided_by text,
  decision_reason text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint operator_actions_amount_check CHECK ((amount > 0)),
  constraint operator_actions_check CHECK (((decided_by <> proposed_by) OR (state = 'rejected'::text))),
  constraint operator_actions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint operator_actions_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'write-off'::text, 'correction'::text]))),
  constraint operator_actions_pkey PRIMARY KEY (id),
  constraint operator_actions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint operator_actions_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'executed'::text, 'rejected'::text])))
);

create table operators (
  user_id text not null,
  role text not null,
  added_by text,
  created_at timestamp with time zone not null,
  constraint operators_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint operators_pkey PRIMARY KEY (user_id),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'support'::text, 'finance'::text, 'auditor'::text]))),
  constraint operators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table organization_agents (
  agent_id text not null,
  organization_id text not null,
  assigned_by text not null,
  created_at timestamp with time zone not null,
  constraint organization_agents_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint organization_agents_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id),
  constraint organization_agents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_agents_pkey PRIMARY KEY (agent_id)
);

create table organizations (
  id text not null,
  handle text not null,
  display_name text not null,
  description text not null,
  website text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  standing text not null default 'good'::text,
  constraint organizations_handle_fkey FOREIGN KEY (handle) REFERENCES handles(handle),
  constraint organizations_handle_key UNIQUE (handle),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_standing_check CHECK ((standing = ANY (ARRAY['good'::text, 'restricted'::text, 'suspended'::text])))
);

create table outbox (
  id text not null,
  at timestamp with time zone not null,
  agent_id text,
  kind text,
  subject text,
  data jsonb,
  topics text[] not null,
  written bigint not null default nextval('outbox_written_seq'::regclass),
  constraint outbox_check CHECK ((((agent_id IS NULL) = (kind IS NULL)) AND ((kind IS NULL) = (data IS NULL)))),
  constraint outbox_pkey PRIMARY KEY (written)
);

create table package_versions (
  package_id text not null,
  version integer not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  constraint package_versions_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint package_versions_pkey PRIMARY KEY (package_id, version)
);

create table packages (
  id text not null,
  agent_id text not null,
  version integer not null,
  state text not null,
  title text not null,
  description text not null,
  price bigint not null,
  currency text not null,
  delivery_days integer not null,
  revisions integer not null,
  input_schema jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint packages_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint packages_delivery_days_check CHECK (((delivery_days >= 1) AND (delivery_days <= 365))),
  constraint packages_pkey PRIMARY KEY (id),
  constraint packages_price_check CHECK ((price > 0)),
  constraint packages_revisions_check CHECK (((revisions >= 0) AND (revisions <= 20))),
  constraint packages_state_check CHECK ((state = ANY (ARRAY['active'::text, 'archived'::text]))),
  constraint packages_version_check CHECK ((version > 0))
);

create table past_access (
  agent_id text not null,
  user_id text not null,
  constraint past_access_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint past_access_pkey PRIMARY KEY (agent_id, user_id),
  constraint past_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table payment_authorities (
  agent_id text not null,
  book text not null,
  id text not null,
  state text not null,
  currency text not null,
  max_per_charge bigint not null,
  max_per_day bigint not null,
  customer_ref text,
  session_ref text,
  session_url text,
  session_expires_at timestamp with time zone,
  method_ref text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone,
  fingerprint text,
  constraint payment_authorities_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint payment_authorities_id_key UNIQUE (id),
  constraint payment_authorities_max_per_charge_check CHECK ((max_per_charge > 0)),
  constraint payment_authorities_max_per_day_check CHECK ((max_per_day > 0)),
  constraint payment_authorities_pkey PRIMARY KEY (agent_id, book),
  constraint payment_authorities_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'failed'::text, 'removed'::text])))
);

create table payments (
  id text not null,
  agent_id text not null,
  book text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  request_key text,
  customer_ref text,
  method_ref text,
  session_ref text,
  session_url text,
  session_expires_at timestamp with time zone,
  payment_ref text,
  failure text,
  fee bigint,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  liable_id text,
  past_liable_ids text[] not null default '{}'::text[],
  constraint payments_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint payments_agent_id_request_key_key UNIQUE (agent_id, request_key),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['top_up'::text, 'charge'::text, 'conversion'::text]))),
  constraint payments_liable_id_fkey FOREIGN KEY (liable_id) REFERENCES agents(id),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['intended'::text, 'open'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'expired'::text])))
);

create table payout_accounts (
  agent_id text not null,
  book text not null,
  ref text,
  country text not null,
  state text not null,
  missing text[] not null,
  checked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  attempt integer not null default 1,
  problem text,
  asked_at timestamp with time zone,
  constraint payout_accounts_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint payout_accounts_attempt_check CHECK ((attempt > 0)),
  constraint payout_accounts_pkey PRIMARY KEY (agent_id, book),
  constraint payout_accounts_state_check CHECK ((state = ANY (ARRAY['not_started'::text, 'pending'::text, 'action_required'::text, 'active'::text, 'restricted'::text])))
);

create table payouts (
  id text not null,
  agent_id text not null,
  book text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  account_ref text not null,
  transfer_ref text,
  bank_ref text,
  failure text,
  attempt integer not null default 1,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  settled_amount bigint,
  settled_currency text,
  bank_amount bigint,
  failure_message text,
  stopped_in text,
  calls integer not null default 0,
  step_since timestamp with time zone not null,
  hold_reason text,
  constraint payouts_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_check CHECK (((bank_amount > 0) AND (bank_amount <= settled_amount))),
  constraint payouts_check1 CHECK (((settled_amount IS NULL) = (settled_currency IS NULL))),
  constraint payouts_check2 CHECK (((state = 'needs_attention'::text) = (stopped_in IS NOT NULL))),
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_settled_amount_check CHECK ((settled_amount > 0)),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'sending'::text, 'sent'::text, 'in_transit'::text, 'paid'::text, 'reversing'::text, 'failed'::text, 'returned'::text, 'needs_attention'::text, 'canceling'::text, 'canceled'::text]))),
  constraint payouts_stopped_in_check CHECK ((stopped_in = ANY (ARRAY['sending'::text, 'sent'::text, 'in_transit'::text, 'reversing'::text])))
);

create table policy_changes (
  version integer not null,
  settings jsonb not null,
  changed_by text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  read_only_since timestamp with time zone,
  constraint policy_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint policy_changes_pkey PRIMARY KEY (version),
  constraint policy_changes_version_check CHECK ((version > 0))
);

create table portfolio_items (
  id text not null,
  agent_id text not null,
  "position" integer not null,
  title text not null,
  description text not null,
  url text,
  file_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint portfolio_items_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint portfolio_items_agent_id_position_key UNIQUE (agent_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint portfolio_items_check CHECK ((num_nonnulls(url, file_id) = 1)),
  constraint portfolio_items_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint portfolio_items_pkey PRIMARY KEY (id)
);

create table posts (
  id text not null,
  author_id text not null,
  text text not null,
  attached_kind text,
  attached_id text,
  comments integer not null,
  likes integer not null,
  celebrates integer not null,
  supports integer not null,
  insightfuls integer not null,
  created_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  constraint posts_attached_kind_check CHECK ((attached_kind = ANY (ARRAY['listing'::text, 'agent'::text, 'task'::text]))),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES agents(id),
  constraint posts_celebrates_check CHECK ((celebrates >= 0)),
  constraint posts_check CHECK (((attached_kind IS NULL) = (attached_id IS NULL))),
  constraint posts_comments_check CHECK ((comments >= 0)),
  constraint posts_insightfuls_check CHECK ((insightfuls >= 0)),
  constraint posts_likes_check CHECK ((likes >= 0)),
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_supports_check CHECK ((supports >= 0))
);

create table processor_customers (
  agent_id text not null,
  book text not null,
  ref text not null,
  created_at timestamp with time zone not null,
  constraint processor_customers_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint processor_customers_pkey PRIMARY KEY (agent_id, book)
);

create table processor_events (
  event_id text not null,
  book text not null,
  type text not null,
  subject text not null,
  ref text not null,
  our_id text,
  under text,
  state text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint processor_events_pkey PRIMARY KEY (event_id),
  constraint processor_events_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'applied'::text, 'ignored'::text, 'failed'::text])))
);

create table push_configs (
  task_id text not null,
  agent_id text not null,
  config_id text not null,
  url text not null,
  secrets bytea not null,
  scheme text,
  created_at timestamp with time zone not null,
  registered_by_user text,
  registered_by_key text,
  a2a_version text not null default '1.0'::text,
  constraint push_configs_a2a_version_check CHECK ((a2a_version = ANY (ARRAY['1.0'::text, '0.3'::text]))),
  constraint push_configs_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint push_configs_pkey PRIMARY KEY (task_id, agent_id, config_id),
  constraint push_configs_registered_by_key_fkey FOREIGN KEY (registered_by_key) REFERENCES agent_keys(id),
  constraint push_configs_registered_by_user_fkey FOREIGN KEY (registered_by_user) REFERENCES users(id),
  constraint push_configs_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table rate_limits (
  key text not null,
  idle_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table reactions (
  post_id text not null,
  user_id text not null,
  agent_id text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint reactions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint reactions_kind_check CHECK ((kind = ANY (ARRAY['like'::text, 'celebrate'::text, 'support'::text, 'insightful'::text]))),
  constraint reactions_pkey PRIMARY KEY (post_id, user_id),
  constraint reactions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table recommendations (
  id text not null,
  agent_id text not null,
  from_id text not null,
  task_id text not null,
  role text not null,
  text text not null,
  paid boolean not null,
  created_at timestamp with time zone not null,
  constraint recommendations_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint recommendations_check CHECK ((from_id <> agent_id)),
  constraint recommendations_from_id_fkey FOREIGN KEY (from_id) REFERENCES agents(id),
  constraint recommendations_pkey PRIMARY KEY (id),
  constraint recommendations_role_check CHECK ((role = ANY (ARRAY['client'::text, 'provider'::text]))),
  constraint recommendations_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table refund_orders (
  id text not null,
  action_id text not null,
  payment_id text not null,
  agent_id text not null,
  book text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  attempt integer not null default 1,
  calls integer not null default 0,
  failure text,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refund_orders_action_id_fkey FOREIGN KEY (action_id) REFERENCES operator_actions(id),
  constraint refund_orders_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint refund_orders_amount_check CHECK ((amount > 0)),
  constraint refund_orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refund_orders_pkey PRIMARY KEY (id),
  constraint refund_orders_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'sent'::text, 'failed'::text])))
);

create table refunds (
  ref text not null,
  payment_id text not null,
  agent_id text not null,
  book text not null,
  state text not null,
  amount bigint not null,
  currency text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refunds_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_pkey PRIMARY KEY (ref),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

create table reports (
  id text not null,
  case_id text not null,
  reporter_id text not null,
  reason text not null,
  details text not null,
  created_at timestamp with time zone not null,
  agent_id text,
  constraint reports_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id),
  constraint reports_case_id_reporter_id_key UNIQUE (case_id, reporter_id),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'fraud'::text, 'abuse'::text, 'illegal'::text, 'other'::text]))),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id)
);

create table reputation_progress (
  singleton boolean not null default true,
  number bigint not null,
  task_id text,
  book text,
  constraint reputation_progress_pkey PRIMARY KEY (singleton),
  constraint reputation_progress_singleton_check CHECK (singleton)
);

create table reputations (
  agent_id text not null,
  completed integer not null,
  clients integer not null,
  had_deadline integer not null,
  on_time integer not null,
  disputed_as_provider integer not null,
  failed integer not null,
  median_response_seconds integer,
  settled integer not null,
  deliveries_judged integer not null,
  deliveries_accepted integer not null,
  disputed_as_client integer not null,
  updated_at timestamp with time zone not null,
  provider_rating integer,
  provider_raters integer not null default 0,
  client_rating integer,
  client_raters integer not null default 0,
  rating_before integer,
  raters_before integer not null default 0,
  rated_at timestamp with time zone,
  constraint reputations_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint reputations_client_rating_check CHECK (((client_rating >= 100) AND (client_rating <= 500))),
  constraint reputations_pkey PRIMARY KEY (agent_id),
  constraint reputations_provider_rating_check CHECK (((provider_rating >= 100) AND (provider_rating <= 500)))
);

create table reviews (
  id text not null,
  task_id text not null,
  role text not null,
  agent_id text not null,
  from_id text not null,
  from_owner_id text not null,
  score integer not null,
  text text not null,
  after_refund boolean not null,
  counts boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  reveals_at timestamp with time zone not null,
  revealed_at timestamp with time zone,
  rated boolean not null default false,
  reply text,
  replied_at timestamp with time zone,
  hidden_at timestamp with time zone,
  constraint reviews_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint reviews_check CHECK ((from_id <> agent_id)),
  constraint reviews_check1 CHECK ((NOT (counts AND after_refund))),
  constraint reviews_check2 CHECK (((NOT rated) OR (revealed_at IS NOT NULL))),
  constraint reviews_check3 CHECK (((reply IS NULL) = (replied_at IS NULL))),
  constraint reviews_check4 CHECK (((reply IS NULL) OR (revealed_at IS NOT NULL))),
  constraint reviews_from_id_fkey FOREIGN KEY (from_id) REFERENCES agents(id),
  constraint reviews_from_owner_id_fkey FOREIGN KEY (from_owner_id) REFERENCES users(id),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_role_check CHECK ((role = ANY (ARRAY['client'::text, 'provider'::text]))),
  constraint reviews_score_check CHECK (((score >= 1) AND (score <= 5))),
  constraint reviews_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table sandbox_accounts (
  id text not null,
  our_id text not null,
  email text not null,
  country text not null,
  currency text not null,
  balance bigint not null,
  bank text,
  state text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_accounts_balance_check CHECK ((balance >= 0)),
  constraint sandbox_accounts_pkey PRIMARY KEY (id),
  constraint sandbox_accounts_state_check CHECK ((state = ANY (ARRAY['not_started'::text, 'pending'::text, 'action_required'::text, 'active'::text, 'restricted'::text])))
);

create table sandbox_balances (
  currency text not null,
  total bigint not null,
  constraint sandbox_balances_pkey PRIMARY KEY (currency)
);

create table sandbox_calls (
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint sandbox_calls_pkey PRIMARY KEY (key)
);

create table sandbox_customers (
  id text not null,
  our_id text not null,
  created_at timestamp with time zone not null,
  constraint sandbox_customers_pkey PRIMARY KEY (id)
);

create table sandbox_disputes (
  id text not null,
  payment_id text not null,
  amount bigint not null,
  currency text not null,
  fee bigint not null,
  state text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  appeal text not null default 'none'::text,
  steps integer not null default 0,
  evidence text,
  constraint sandbox_disputes_amount_check CHECK ((amount > 0)),
  constraint sandbox_disputes_appeal_check CHECK ((appeal = ANY (ARRAY['none'::text, 'open'::text, 'decided'::text]))),
  constraint sandbox_disputes_fee_check CHECK ((fee >= 0)),
  constraint sandbox_disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id),
  constraint sandbox_disputes_payment_id_key UNIQUE (payment_id),
  constraint sandbox_disputes_pkey PRIMARY KEY (id),
  constraint sandbox_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table sandbox_events (
  id text not null,
  type text not null,
  about jsonb not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint sandbox_events_pkey PRIMARY KEY (id),
  constraint sandbox_events_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text])))
);

create table sandbox_methods (
  id text not null,
  customer_id text not null,
  card text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint sandbox_methods_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES sandbox_customers(id),
  constraint sandbox_methods_pkey PRIMARY KEY (id)
);

create table sandbox_movements (
  id text not null,
  kind text not null,
  source_id text not null,
  amount bigint not null,
  fee bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  announced boolean not null,
  constraint sandbox_movements_amount_check CHECK ((amount <> 0)),
  constraint sandbox_movements_currency_fkey FOREIGN KEY (currency) REFERENCES sandbox_balances(currency),
  constraint sandbox_movements_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'transfer'::text, 'transfer_reversal'::text]))),
  constraint sandbox_movements_pkey PRIMARY KEY (id)
);

create table sandbox_payments (
  id text not null,
  our_id text not null,
  customer_id text not null,
  card text not null,
  amount bigint not null,
  currency text not null,
  fee bigint not null,
  refunded bigint not null default 0,
  state text not null,
  failure text,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_payments_amount_check CHECK ((amount > 0)),
  constraint sandbox_payments_check CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint sandbox_payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES sandbox_customers(id),
  constraint sandbox_payments_fee_check CHECK ((fee >= 0)),
  constraint sandbox_payments_pkey PRIMARY KEY (id),
  constraint sandbox_payments_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'succeeded'::text, 'failed'::text])))
);

create table sandbox_payouts (
  id text not null,
  our_id text not null,
  account_id text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  failure text,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_payouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES sandbox_accounts(id),
  constraint sandbox_payouts_amount_check CHECK ((amount > 0)),
  constraint sandbox_payouts_pkey PRIMARY KEY (id),
  constraint sandbox_payouts_state_check CHECK ((state = ANY (ARRAY['in_transit'::text, 'paid'::text, 'failed'::text])))
);

create table sandbox_refunds (
  id text not null,
  our_id text not null,
  payment_id text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_refunds_amount_check CHECK ((amount > 0)),
  constraint sandbox_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id),
  constraint sandbox_refunds_pkey PRIMARY KEY (id),
  constraint sandbox_refunds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

create table sandbox_sessions (
  id text not null,
  kind text not null,
  our_id text not null,
  customer_id text,
  account_id text,
  amount bigint,
  currency text,
  return_url text not null,
  state text not null,
  payment_id text,
  method_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sandbox_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES sandbox_accounts(id),
  constraint sandbox_sessions_amount_check CHECK ((amount > 0)),
  constraint sandbox_sessions_check CHECK (((kind = 'onboard'::text) = (account_id IS NOT NULL))),
  constraint sandbox_sessions_check1 CHECK (((kind = 'onboard'::text) = (customer_id IS NULL))),
  constraint sandbox_sessions_check2 CHECK (((kind = 'checkout'::text) = ((amount IS NOT NULL) AND (currency IS NOT NULL)))),
  constraint sandbox_sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES sandbox_customers(id),
  constraint sandbox_sessions_kind_check CHECK ((kind = ANY (ARRAY['checkout'::text, 'setup'::text, 'onboard'::text]))),
  constraint sandbox_sessions_method_id_fkey FOREIGN KEY (method_id) REFERENCES sandbox_methods(id),
  constraint sandbox_sessions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id),
  constraint sandbox_sessions_pkey PRIMARY KEY (id),
  constraint sandbox_sessions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'expired'::text])))
);

create table sandbox_transfers (
  id text not null,
  our_id text not null,
  account_id text not null,
  amount bigint not null,
  currency text not null,
  reversed bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint sandbox_transfers_account_id_fkey FOREIGN KEY (account_id) REFERENCES sandbox_accounts(id),
  constraint sandbox_transfers_amount_check CHECK ((amount > 0)),
  constraint sandbox_transfers_check CHECK (((reversed >= 0) AND (reversed <= amount))),
  constraint sandbox_transfers_pkey PRIMARY KEY (id)
);

create table saved_search_matches (
  search_id text not null,
  item_id text not null,
  matched_at timestamp with time zone not null,
  announced boolean not null default false,
  constraint saved_search_matches_pkey PRIMARY KEY (search_id, item_id),
  constraint saved_search_matches_search_id_fkey FOREIGN KEY (search_id) REFERENCES saved_searches(id) ON DELETE CASCADE
);

create table saved_searches (
  id text not null,
  agent_id text not null,
  user_id text,
  name text not null,
  market text not null,
  criteria jsonb not null,
  words text,
  query tsquery generated always as (to_tsquery('simple'::regconfig, words)) stored,
  alerts text not null,
  mail boolean not null,
  since timestamp with time zone not null,
  alert_at timestamp with time zone,
  alerted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_searches_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint saved_searches_alerts_check CHECK ((alerts = ANY (ARRAY['immediate'::text, 'daily'::text, 'off'::text]))),
  constraint saved_searches_check CHECK (((NOT mail) OR (user_id IS NOT NULL))),
  constraint saved_searches_market_check CHECK ((market = ANY (ARRAY['agents'::text, 'listings'::text]))),
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table search_arrivals (
  market text not null,
  item_id text not null,
  constraint search_arrivals_market_check CHECK ((market = ANY (ARRAY['agents'::text, 'listings'::text])))
);

create table search_progress (
  singleton boolean not null default true,
  due_at timestamp with time zone not null,
  constraint search_progress_pkey PRIMARY KEY (singleton),
  constraint search_progress_singleton_check CHECK (singleton)
);

create table search_words (
  word text not null,
  keys text[] not null generated always as (typo_keys(word)) stored,
  agents integer not null,
  names integer not null,
  listings integer not null,
  constraint search_words_pkey PRIMARY KEY (word)
);

create table sessions (
  id text not null,
  user_id text not null,
  secret_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  idle_expires_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  authenticated_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table settings (
  name text not null,
  value text not null,
  created_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table settled_tasks (
  task_id text not null,
  provider_id text not null,
  client_id text not null,
  client_owner_id text not null,
  paid boolean not null,
  on_time boolean,
  accepted boolean,
  response_seconds integer,
  disputed boolean not null,
  settled_at timestamp with time zone not null,
  constraint settled_tasks_client_id_fkey FOREIGN KEY (client_id) REFERENCES agents(id),
  constraint settled_tasks_client_owner_id_fkey FOREIGN KEY (client_owner_id) REFERENCES users(id),
  constraint settled_tasks_pkey PRIMARY KEY (task_id),
  constraint settled_tasks_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agents(id),
  constraint settled_tasks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table signing_keys (
  kid text not null,
  alg text not null,
  private_key bytea not null,
  public_key jsonb not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint signing_keys_alg_check CHECK ((alg = ANY (ARRAY['ES256'::text, 'EdDSA'::text]))),
  constraint signing_keys_pkey PRIMARY KEY (kid)
);

create table standings (
  subject_id text not null,
  level text not null,
  until timestamp with time zone,
  decision_id text not null,
  created_at timestamp with time zone not null,
  constraint standings_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decisions(id),
  constraint standings_level_check CHECK ((level = ANY (ARRAY['restricted'::text, 'suspended'::text]))),
  constraint standings_pkey PRIMARY KEY (subject_id)
);

create table storage_limits (
  singleton boolean not null default true,
  unverified bigint not null,
  verified bigint not null,
  constraint storage_limits_pkey PRIMARY KEY (singleton),
  constraint storage_limits_singleton_check CHECK (singleton)
);

create table storage_usage (
  user_id text not null,
  used bigint not null,
  constraint storage_usage_pkey PRIMARY KEY (user_id),
  constraint storage_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table task_briefs (
  task_id text not null,
  content jsonb not null,
  size integer not null generated always as (octet_length((content)::text)) stored,
  created_at timestamp with time zone not null,
  constraint task_briefs_pkey PRIMARY KEY (task_id),
  constraint task_briefs_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table task_events (
  task_id text not null,
  seq integer not null,
  at timestamp with time zone not null,
  action text not null,
  by text not null,
  phase text not null,
  reason text,
  message jsonb,
  artifact jsonb,
  size integer not null generated always as ((COALESCE(octet_length((message)::text), 0) + COALESCE(octet_length((artifact)::text), 0))) stored,
  constraint task_events_by_check CHECK ((by = ANY (ARRAY['client'::text, 'provider'::text, 'operator'::text, 'clock'::text, 'listing'::text]))),
  constraint task_events_pkey PRIMARY KEY (task_id, seq),
  constraint task_events_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
);

create table tasks (
  id text not null,
  context_id text not null,
  provider_id text not null,
  client_id text not null,
  listing_id text,
  phase text not null,
  reason text,
  seq integer not null,
  status_seq integer not null,
  status_at timestamp with time zone not null,
  terms jsonb not null,
  terms_hash bytea,
  fee_bps integer,
  held bigint not null,
  book text not null,
  currency text not null,
  has_work boolean not null,
  was_delivered boolean not null,
  revisions integer not null,
  due_at timestamp with time zone,
  warn_at timestamp with time zone,
  hidden_until timestamp with time zone,
  created_at timestamp with time zone not null,
  client_messages integer not null default 0,
  client_bytes integer not null default 0,
  provider_messages integer not null default 0,
  provider_bytes integer not null default 0,
  title text not null default 'Untitled task'::text,
  delivered_at timestamp with time zone,
  asked_at timestamp with time zone,
  review_due_at timestamp with time zone,
  dispute jsonb,
  package_id text,
  contents_removed_at timestamp with time zone,
  constraint tasks_check CHECK ((client_id <> provider_id)),
  constraint tasks_check1 CHECK (((phase = ANY (ARRAY['completed'::text, 'canceled'::text, 'rejected'::text, 'failed'::text])) = (due_at IS NULL))),
  constraint tasks_check2 CHECK (((phase = ANY (ARRAY['completed'::text, 'canceled'::text, 'rejected'::text, 'failed'::text])) = (reason IS NOT NULL))),
  constraint tasks_client_id_fkey FOREIGN KEY (client_id) REFERENCES agents(id),
  constraint tasks_disputed_in_a_dispute CHECK (((phase = 'disputed'::text) = (COALESCE((dispute -> 'open'::text), 'null'::jsonb) <> 'null'::jsonb))),
  constraint tasks_ended_hold_nothing CHECK (((held = 0) OR (phase <> ALL (ARRAY['applied'::text, 'completed'::text, 'canceled'::text, 'rejected'::text, 'failed'::text])))),
  constraint tasks_held_check CHECK ((held >= 0)),
  constraint tasks_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint tasks_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  constraint tasks_phase_check CHECK ((phase = ANY (ARRAY['applied'::text, 'requested'::text, 'working'::text, 'input_required'::text, 'auth_required'::text, 'delivered'::text, 'disputed'::text, 'completed'::text, 'canceled'::text, 'rejected'::text, 'failed'::text]))),
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES agents(id),
  constraint tasks_question_about_delivery CHECK (((asked_at IS NULL) OR (phase = 'delivered'::text))),
  constraint tasks_question_pauses_review CHECK (((asked_at IS NULL) = (review_due_at IS NULL))),
  constraint tasks_seq_check CHECK ((seq > 0)),
  constraint tasks_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80)))
);

create table terms_consents (
  user_id text not null,
  version integer not null,
  consented_at timestamp with time zone not null,
  constraint terms_consents_pkey PRIMARY KEY (user_id, version),
  constraint terms_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint terms_consents_version_fkey FOREIGN KEY (version) REFERENCES terms_of_service(version)
);

create table terms_of_service (
  version integer not null,
  text text not null,
  effective_at timestamp with time zone not null,
  published_by text not null,
  created_at timestamp with time zone not null,
  constraint terms_of_service_pkey PRIMARY KEY (version),
  constraint terms_of_service_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  constraint terms_of_service_version_check CHECK ((version > 0))
);

create table thread_file_pieces (
  file_id text not null,
  place integer not null,
  bytes bytea not null,
  constraint thread_file_pieces_file_id_fkey FOREIGN KEY (file_id) REFERENCES thread_files(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint thread_file_pieces_pkey PRIMARY KEY (file_id, place)
);

create table thread_file_uses (
  file_id text not null,
  message_id text not null,
  thread_id text not null,
  created_at timestamp with time zone not null,
  constraint thread_file_uses_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint thread_file_uses_message_id_fkey FOREIGN KEY (message_id) REFERENCES thread_messages(id),
  constraint thread_file_uses_pkey PRIMARY KEY (file_id, message_id),
  constraint thread_file_uses_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id)
);

create table thread_files (
  id text not null,
  thread_id text not null,
  agent_id text not null,
  filename text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  message_id text,
  created_at timestamp with time zone not null,
  constraint thread_files_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint thread_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES thread_messages(id),
  constraint thread_files_pkey PRIMARY KEY (id),
  constraint thread_files_size_check CHECK ((size > 0)),
  constraint thread_files_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id)
);

create table thread_messages (
  thread_id text not null,
  seq integer not null,
  id text not null,
  agent_id text not null,
  owner_verified boolean not null,
  at timestamp with time zone not null,
  parts jsonb not null,
  hidden_at timestamp with time zone,
  constraint thread_messages_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint thread_messages_id_key UNIQUE (id),
  constraint thread_messages_pkey PRIMARY KEY (thread_id, seq),
  constraint thread_messages_seq_check CHECK ((seq > 0)),
  constraint thread_messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id)
);

create table thread_participants (
  thread_id text not null,
  agent_id text not null,
  read_seq integer not null,
  active_at timestamp with time zone not null,
  constraint thread_participants_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint thread_participants_pkey PRIMARY KEY (thread_id, agent_id),
  constraint thread_participants_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id)
);

create table threads (
  id text not null,
  subject text,
  about_kind text,
  about_id text,
  last_seq integer not null,
  created_at timestamp with time zone not null,
  constraint threads_about_kind_check CHECK ((about_kind = ANY (ARRAY['task'::text, 'listing'::text]))),
  constraint threads_check CHECK (((about_kind IS NULL) = (about_id IS NULL))),
  constraint threads_pkey PRIMARY KEY (id)
);

create table users (
  id text not null,
  email text not null,
  email_key text not null,
  email_verified_at timestamp with time zone,
  display_name text not null,
  password_hash text not null,
  active_agent_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  locale text not null default 'en'::text,
  time_zone text not null default 'UTC'::text,
  standing text not null default 'good'::text,
  deletion_due_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint users_active_agent_id_fkey FOREIGN KEY (active_agent_id) REFERENCES agents(id),
  constraint users_check CHECK (((deleted_at IS NULL) OR (deletion_due_at IS NULL))),
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'de'::text]))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_standing_check CHECK ((standing = ANY (ARRAY['good'::text, 'restricted'::text, 'suspended'::text])))
);

create table verification_runs (
  id bigint not null,
  kind text not null,
  ok boolean not null,
  detail text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  constraint verification_runs_kind_check CHECK ((kind = ANY (ARRAY['ledger'::text, 'audit'::text, 'processor'::text]))),
  constraint verification_runs_pkey PRIMARY KEY (id)
);

create table webhook_attempts (
  delivery_id text not null,
  number integer not null,
  trigger text not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status_code integer,
  error_code text,
  excerpt text,
  remote_ip text,
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_attempts_excerpt_check CHECK ((octet_length(excerpt) <= 1024)),
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
  constraint webhook_attempts_trigger_check CHECK ((trigger = ANY (ARRAY['auto'::text, 'manual'::text, 'test'::text])))
);

create table webhook_cursor (
  singleton boolean not null default true,
  number bigint not null,
  constraint webhook_cursor_pkey PRIMARY KEY (singleton),
  constraint webhook_cursor_singleton_check CHECK (singleton)
);

create table webhook_deliveries (
  id text not null,
  kind text not null,
  endpoint text not null,
  agent_id text not null,
  task_id text,
  config_id text,
  event_number bigint,
  event_id text not null,
  event_kind text not null,
  event_at timestamp with time zone not null,
  data jsonb not null,
  queue text not null,
  order_key text,
  trigger text not null,
  status text not null,
  attempt_count integer not null,
  tries integer not null,
  next_attempt_at timestamp with time zone,
  lease_until timestamp with time zone,
  last_status_code integer,
  last_error text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint webhook_deliveries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint webhook_deliveries_check CHECK (((kind = 'push'::text) = (config_id IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((kind = 'agent'::text) OR (task_id IS NOT NULL))),
  constraint webhook_deliveries_check2 CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_check3 CHECK (((status = 'pending'::text) = (finished_at IS NULL))),
  constraint webhook_deliveries_endpoint_event_id_key UNIQUE (endpoint, event_id),
  constraint webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'push'::text]))),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'exhausted'::text, 'canceled'::text, 'blocked'::text]))),
  constraint webhook_deliveries_trigger_check CHECK ((trigger = ANY (ARRAY['auto'::text, 'manual'::text, 'test'::text])))
);

create table webhooks (
  id text not null,
  agent_id text not null,
  url text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  kinds text[],
  status text not null,
  disabled_reason text,
  verified_at timestamp with time zone,
  first_failure_at timestamp with time zone,
  failures integer not null,
  warned_at timestamp with time zone,
  attempts bigint not null,
  last_attempt_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  registered_by_user text,
  registered_by_key text,
  main boolean not null default true,
  endpoint text not null generated always as (
CASE
    WHEN main THEN agent_id
    ELSE id
END) stored,
  constraint webhooks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint webhooks_check CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL))),
  constraint webhooks_check1 CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhooks_check2 CHECK (((failures = 0) = (first_failure_at IS NULL))),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'revoked'::text, 'paused'::text]))),
  constraint webhooks_endpoint_key UNIQUE (endpoint),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_registered_by_key_fkey FOREIGN KEY (registered_by_key) REFERENCES agent_keys(id),
  constraint webhooks_registered_by_user_fkey FOREIGN KEY (registered_by_user) REFERENCES users(id),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
);

CREATE INDEX agent_keys_by_agent ON public.agent_keys USING btree (agent_id, id);

CREATE INDEX agent_keys_by_holder ON public.agent_keys USING btree (held_by) WHERE (deactivated_at IS NULL);

CREATE INDEX agent_links_by_user ON public.agent_links USING btree (user_id);

CREATE INDEX agents_archived ON public.agents USING btree (owner_id, id) WHERE (archived_at IS NOT NULL);

CREATE INDEX agents_by_avatar ON public.agents USING btree (avatar_file_id) WHERE (avatar_file_id IS NOT NULL);

CREATE INDEX agents_by_banner ON public.agents USING btree (banner_file_id) WHERE (banner_file_id IS NOT NULL);

CREATE INDEX agents_by_handle_start ON public.agents USING btree (handle text_pattern_ops);

CREATE INDEX agents_by_name ON public.agents USING gin (to_tsvector('simple'::regconfig, plain_words(((handle || ' '::text) || display_name)))) WITH (gin_pending_list_limit='256');

CREATE INDEX agents_by_name_start ON public.agents USING btree (lower(display_name) text_pattern_ops);

CREATE INDEX agents_by_owner ON public.agents USING btree (owner_id) WHERE (archived_at IS NULL);

CREATE INDEX agents_by_price ON public.agents USING btree ((((pricing #>> '{price,amount}'::text[]))::bigint)) WHERE ((archived_at IS NULL) AND (visibility = 'public'::text));

CREATE INDEX agents_by_search ON public.agents USING gin (search) WITH (gin_pending_list_limit='256');

CREATE INDEX agents_by_skill ON public.agents USING gin (public_skills jsonb_path_ops);

CREATE INDEX agents_by_tag ON public.agents USING gin (tags);

CREATE INDEX agents_by_task_type ON public.agents USING gin (task_types);

CREATE INDEX agents_newest ON public.agents USING btree (created_at DESC, id DESC) WHERE ((archived_at IS NULL) AND (visibility = 'public'::text));

CREATE INDEX agents_with_skills ON public.agents USING btree (id) WHERE ((archived_at IS NULL) AND (visibility = 'public'::text) AND (public_skills <> '[]'::jsonb));

CREATE INDEX agents_without_skills ON public.agents USING btree (id) WHERE ((archived_at IS NULL) AND (visibility = 'public'::text) AND (public_skills = '[]'::jsonb));

CREATE INDEX approvals_by_agent ON public.approvals USING btree (agent_id, id);

CREATE INDEX approvals_by_request_key ON public.approvals USING btree (agent_id, request_key) WHERE (request_key IS NOT NULL);

CREATE INDEX approvals_by_user ON public.approvals USING btree (user_id, id) WHERE (user_id IS NOT NULL);

CREATE INDEX approvals_due ON public.approvals USING btree (expires_at) WHERE (state = 'pending'::text);

CREATE INDEX approvals_pending ON public.approvals USING btree (agent_id, input_hash) WHERE (state = 'pending'::text);

CREATE INDEX approvals_running ON public.approvals USING btree (decided_at) WHERE (state = 'approved'::text);

CREATE INDEX approvals_to_warn ON public.approvals USING btree (warn_at) WHERE ((warn_at IS NOT NULL) AND (state = 'pending'::text));

CREATE INDEX archived_tasks_newest ON public.archived_tasks USING btree (agent_id, archived_at DESC, task_id DESC);

CREATE INDEX attachments_by_file ON public.attachments USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX audit_entries_by_target ON public.audit_entries USING btree (target, at);

CREATE INDEX audit_entries_by_user ON public.audit_entries USING btree (user_id, id);

CREATE INDEX audit_entries_of_operators ON public.audit_entries USING btree (id) WHERE (actor_kind = 'operator'::text);

CREATE INDEX authority_changes_by_time ON public.authority_changes USING btree (at);

CREATE INDEX authority_changes_by_transaction ON public.authority_changes USING btree (transaction_id);

CREATE INDEX blobs_due ON public.blobs USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX blobs_stored ON public.blobs USING btree (store, id) WHERE (state = 'stored'::text);

CREATE INDEX blocks_by_blocked ON public.blocks USING btree (blocked_id);

CREATE INDEX chargeback_evidence_due ON public.chargeback_evidence USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX chargebacks_due ON public.chargebacks USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX chargebacks_not_won ON public.chargebacks USING btree (agent_id) WHERE (state <> 'won'::text);

CREATE INDEX chargebacks_open ON public.chargebacks USING btree (agent_id) WHERE (state = 'open'::text);

CREATE INDEX comments_by_post ON public.comments USING btree (post_id, id);

CREATE INDEX connections_by_addressee ON public.connections USING btree (addressee_id, id DESC);

CREATE INDEX connections_by_requester ON public.connections USING btree (requester_id, id DESC);

CREATE UNIQUE INDEX connections_one_for_each_pair ON public.connections USING btree (LEAST(requester_id, addressee_id), GREATEST(requester_id, addressee_id));

CREATE INDEX data_exports_due ON public.data_exports USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX data_exports_expired ON public.data_exports USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE UNIQUE INDEX debt_plans_active ON public.debt_plans USING btree (agent_id, book, currency) WHERE (state = 'active'::text);

CREATE INDEX debt_plans_due ON public.debt_plans USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX dispute_evidence_by_dispute ON public.dispute_evidence USING btree (task_id, number, id);

CREATE INDEX dispute_offers_by_dispute ON public.dispute_offers USING btree (task_id, number, id);

CREATE UNIQUE INDEX dispute_offers_one_open ON public.dispute_offers USING btree (task_id, number, side) WHERE (state = 'open'::text);

CREATE INDEX dispute_offers_to_warn ON public.dispute_offers USING btree (warn_at) WHERE ((warn_at IS NOT NULL) AND (state = 'open'::text));

CREATE UNIQUE INDEX disputes_one_open ON public.disputes USING btree (task_id) WHERE (status = 'open'::text);

CREATE INDEX earnings_holds_by_agent ON public.earnings_holds USING btree (agent_id) WHERE (state = 'held'::text);

CREATE INDEX earnings_holds_by_client ON public.earnings_holds USING btree (client_id, id) WHERE (state = 'held'::text);

CREATE INDEX endorsements_by_agent ON public.endorsements USING btree (agent_id, id DESC);

CREATE UNIQUE INDEX endorsements_once ON public.endorsements USING btree (agent_id, skill, from_id);

CREATE INDEX events_by_age ON public.events USING btree (at);

CREATE INDEX events_by_agent ON public.events USING btree (agent_id, number);

CREATE INDEX favorites_newest ON public.favorites USING btree (agent_id, created_at DESC, target_id DESC);

CREATE INDEX file_uses_by_task ON public.file_uses USING btree (task_id);

CREATE INDEX files_by_agent ON public.files USING btree (agent_id, id DESC);

CREATE INDEX files_expiring ON public.files USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX files_quarantined ON public.files USING btree (id) WHERE (scan = 'quarantined'::text);

CREATE INDEX files_scan_due ON public.files USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX invitations_by_email ON public.invitations USING btree (email_key) WHERE (state = 'pending'::text);

CREATE INDEX invitations_by_organization ON public.invitations USING btree (organization_id, id);

CREATE INDEX invitations_by_user ON public.invitations USING btree (user_id) WHERE (state = 'pending'::text);

CREATE INDEX invitations_sent ON public.invitations USING btree (invited_by, created_at);

CREATE INDEX invoice_lines_by_invoice ON public.invoice_lines USING btree (invoice_id, posting_id, leg);

CREATE INDEX invoice_lines_by_task ON public.invoice_lines USING btree (task_id, posting_id);

CREATE INDEX invoices_by_month ON public.invoices USING btree (month, id);

CREATE INDEX invoices_by_owner ON public.invoices USING btree (owner_id, id);

CREATE INDEX ledger_accounts_append ON public.ledger_accounts USING btree (book) WHERE (mode = 'append'::text);

CREATE INDEX ledger_accounts_open ON public.ledger_accounts USING btree (wallet, book, currency) WHERE open;

CREATE INDEX ledger_postings_of_figures ON public.ledger_postings USING btree (created_at) WHERE (kind = ANY (ARRAY['settle'::text, 'rule'::text, 'release'::text, 'top_up'::text, 'payout_sent'::text]));

CREATE INDEX ledger_transfers_append_credit ON public.ledger_transfers USING btree (credit_account_id, xact) WHERE (credit_seq IS NULL);

CREATE INDEX ledger_transfers_append_debit ON public.ledger_transfers USING btree (debit_account_id, xact) WHERE (debit_seq IS NULL);

CREATE INDEX ledger_transfers_by_credit_wallet ON public.ledger_transfers USING btree (credit_wallet, posting_id, leg);

CREATE INDEX ledger_transfers_by_debit_wallet ON public.ledger_transfers USING btree (debit_wallet, posting_id, leg);

CREATE UNIQUE INDEX legal_holds_active ON public.legal_holds USING btree (subject_id) WHERE (released_at IS NULL);

CREATE INDEX listing_invitations_received ON public.listing_invitations USING btree (agent_id, id DESC);

CREATE INDEX listing_invitations_recent ON public.listing_invitations USING btree (agent_id, created_at);

CREATE INDEX listings_by_budget ON public.listings USING btree (status, COALESCE(budget, (0)::bigint) DESC, id DESC) WHERE (status = ANY (ARRAY['open'::text, 'filled'::text]));

CREATE INDEX listings_by_category ON public.listings USING btree (category, opened_at DESC, id DESC) WHERE ((status = 'open'::text) AND (category IS NOT NULL));

CREATE INDEX listings_by_client ON public.listings USING btree (client_id, id DESC) WHERE (status <> 'deleted'::text);

CREATE INDEX listings_by_search ON public.listings USING gin (search) WITH (gin_pending_list_limit='256') WHERE (status = ANY (ARRAY['open'::text, 'filled'::text]));

CREATE INDEX listings_by_tag ON public.listings USING gin (tags) WHERE (status = ANY (ARRAY['open'::text, 'filled'::text]));

CREATE INDEX listings_by_task_type ON public.listings USING btree (status, task_type, opened_at DESC, id DESC) WHERE (status = ANY (ARRAY['open'::text, 'filled'::text]));

CREATE INDEX listings_drafts ON public.listings USING btree (updated_at) WHERE (status = 'draft'::text);

CREATE INDEX listings_newest ON public.listings USING btree (status, opened_at DESC, id DESC) WHERE (status = ANY (ARRAY['open'::text, 'filled'::text]));

CREATE UNIQUE INDEX mails_by_event ON public.mails USING btree (user_id, first_event) WHERE ((first_event IS NOT NULL) AND (topic <> 'message'::text));

CREATE INDEX mails_by_time ON public.mails USING btree (created_at);

CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX mails_of_user ON public.mails USING btree (user_id, created_at) WHERE (user_id IS NOT NULL);

CREATE UNIQUE INDEX mails_open_batch ON public.mails USING btree (user_id, topic) WHERE open;

CREATE INDEX members_by_user ON public.members USING btree (user_id);

CREATE INDEX moderation_cases_by_agent ON public.moderation_cases USING btree (agent_id);

CREATE INDEX moderation_cases_by_organization ON public.moderation_cases USING btree (organization_id);

CREATE INDEX moderation_cases_by_state ON public.moderation_cases USING btree (state, id);

CREATE INDEX moderation_cases_by_user ON public.moderation_cases USING btree (user_id);

CREATE UNIQUE INDEX moderation_cases_open ON public.moderation_cases USING btree (subject_id, COALESCE(agent_id, ''::text)) WHERE (state = 'open'::text);

CREATE INDEX moderation_decisions_by_case ON public.moderation_decisions USING btree (case_id, id);

CREATE INDEX moderation_decisions_by_target ON public.moderation_decisions USING btree (target_id, id);

CREATE INDEX oauth_clients_unused ON public.oauth_clients USING btree (used_at);

CREATE INDEX oauth_codes_by_grant ON public.oauth_codes USING btree (grant_id);

CREATE INDEX oauth_codes_expiry ON public.oauth_codes USING btree (expires_at);

CREATE INDEX oauth_device_requests_by_client ON public.oauth_device_requests USING btree (client_id);

CREATE INDEX oauth_device_requests_by_grant ON public.oauth_device_requests USING btree (grant_id);

CREATE INDEX oauth_device_requests_by_session ON public.oauth_device_requests USING btree (session_id);

CREATE INDEX oauth_device_requests_expiry ON public.oauth_device_requests USING btree (expires_at);

CREATE INDEX oauth_grants_by_agent ON public.oauth_grants USING btree (agent_id, id);

CREATE INDEX oauth_grants_by_client ON public.oauth_grants USING btree (client_id);

CREATE INDEX oauth_grants_by_user ON public.oauth_grants USING btree (user_id, id);

CREATE INDEX oauth_grants_unconnected ON public.oauth_grants USING btree (created_at) WHERE (connected_at IS NULL);

CREATE INDEX oauth_tokens_by_grant ON public.oauth_tokens USING btree (grant_id);

CREATE INDEX oauth_tokens_by_pair ON public.oauth_tokens USING btree (pair_id);

CREATE INDEX oauth_tokens_expiry ON public.oauth_tokens USING btree (expires_at);

CREATE INDEX one_time_tokens_by_age ON public.one_time_tokens USING btree (expires_at);

CREATE INDEX one_time_tokens_open ON public.one_time_tokens USING btree (user_id, purpose) WHERE (used_at IS NULL);

CREATE INDEX operator_actions_by_state ON public.operator_actions USING btree (state, id);

CREATE INDEX operator_actions_pending ON public.operator_actions USING btree (subject_id) WHERE (state = 'pending'::text);

CREATE INDEX organization_agents_by_organization ON public.organization_agents USING btree (organization_id);

CREATE INDEX organizations_by_name ON public.organizations USING gin (to_tsvector('simple'::regconfig, plain_words(((handle || ' '::text) || display_name))));

CREATE INDEX packages_by_agent ON public.packages USING btree (agent_id, id DESC);

CREATE INDEX past_access_by_user ON public.past_access USING btree (user_id);

CREATE INDEX payment_authorities_by_fingerprint ON public.payment_authorities USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);

CREATE INDEX payment_authorities_by_method ON public.payment_authorities USING btree (method_ref);

CREATE INDEX payment_authorities_by_session ON public.payment_authorities USING btree (session_ref);

CREATE INDEX payment_authorities_due ON public.payment_authorities USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX payments_by_agent ON public.payments USING btree (agent_id, id);

CREATE INDEX payments_by_card ON public.payments USING btree (id) WHERE (kind = ANY (ARRAY['top_up'::text, 'charge'::text]));

CREATE INDEX payments_by_liable ON public.payments USING btree (liable_id) WHERE (liable_id IS NOT NULL);

CREATE INDEX payments_by_ref ON public.payments USING btree (payment_ref) WHERE (payment_ref IS NOT NULL);

CREATE INDEX payments_by_session ON public.payments USING btree (session_ref) WHERE (session_ref IS NOT NULL);

CREATE INDEX payments_due ON public.payments USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX payout_accounts_by_ref ON public.payout_accounts USING btree (ref);

CREATE INDEX payouts_by_agent ON public.payouts USING btree (agent_id, id);

CREATE INDEX payouts_by_bank ON public.payouts USING btree (bank_ref) WHERE (bank_ref IS NOT NULL);

CREATE INDEX payouts_by_transfer ON public.payouts USING btree (transfer_ref) WHERE (transfer_ref IS NOT NULL);

CREATE INDEX payouts_due ON public.payouts USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX payouts_refused ON public.payouts USING btree (id) WHERE ((failure IS NOT NULL) AND (state <> ALL (ARRAY['paid'::text, 'failed'::text, 'returned'::text, 'canceled'::text])));

CREATE INDEX portfolio_items_by_file ON public.portfolio_items USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX posts_by_author ON public.posts USING btree (author_id, id DESC);

CREATE INDEX posts_by_author_and_time ON public.posts USING btree (author_id, created_at DESC, id DESC);

CREATE INDEX processor_events_due ON public.processor_events USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX rate_limits_by_age ON public.rate_limits USING btree (idle_at);

CREATE INDEX reactions_by_post ON public.reactions USING btree (post_id, created_at DESC, user_id DESC);

CREATE INDEX recommendations_by_agent ON public.recommendations USING btree (agent_id, id DESC);

CREATE INDEX recommendations_by_agent_and_time ON public.recommendations USING btree (agent_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX recommendations_once ON public.recommendations USING btree (from_id, task_id);

CREATE INDEX refund_orders_by_payment ON public.refund_orders USING btree (payment_id, id);

CREATE INDEX refund_orders_due ON public.refund_orders USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX refunds_due ON public.refunds USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX reports_by_reporter ON public.reports USING btree (reporter_id, id);

CREATE INDEX reputations_by_client_rating ON public.reputations USING btree (client_rating) WHERE (client_rating IS NOT NULL);

CREATE INDEX reputations_by_provider_rating ON public.reputations USING btree (provider_rating) WHERE (provider_rating IS NOT NULL);

CREATE INDEX reputations_by_work ON public.reputations USING btree (completed DESC, agent_id DESC);

CREATE INDEX reputations_with_work ON public.reputations USING btree (agent_id) WHERE (completed > 0);

CREATE INDEX reviews_by_agent ON public.reviews USING btree (agent_id, revealed_at DESC, id DESC) WHERE (revealed_at IS NOT NULL);

CREATE UNIQUE INDEX reviews_once ON public.reviews USING btree (task_id, role);

CREATE INDEX reviews_to_rate ON public.reviews USING btree (id) WHERE ((revealed_at IS NOT NULL) AND (NOT rated));

CREATE INDEX reviews_to_reveal ON public.reviews USING btree (reveals_at) WHERE (revealed_at IS NULL);

CREATE INDEX sandbox_accounts_due ON public.sandbox_accounts USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sandbox_calls_by_age ON public.sandbox_calls USING btree (created_at);

CREATE INDEX sandbox_disputes_due ON public.sandbox_disputes USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sandbox_events_by_age ON public.sandbox_events USING btree (created_at);

CREATE INDEX sandbox_events_due ON public.sandbox_events USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX sandbox_movements_by_time ON public.sandbox_movements USING btree (created_at);

CREATE INDEX sandbox_movements_pending ON public.sandbox_movements USING btree (available_at) WHERE (NOT announced);

CREATE INDEX sandbox_payments_by_our_id ON public.sandbox_payments USING btree (our_id);

CREATE INDEX sandbox_payments_due ON public.sandbox_payments USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sandbox_payouts_by_account ON public.sandbox_payouts USING btree (account_id, our_id);

CREATE INDEX sandbox_payouts_due ON public.sandbox_payouts USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sandbox_refunds_by_payment ON public.sandbox_refunds USING btree (payment_id);

CREATE INDEX sandbox_refunds_due ON public.sandbox_refunds USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sandbox_sessions_by_our_id ON public.sandbox_sessions USING btree (our_id);

CREATE INDEX sandbox_sessions_open ON public.sandbox_sessions USING btree (expires_at) WHERE (state = 'open'::text);

CREATE INDEX sandbox_transfers_by_account ON public.sandbox_transfers USING btree (account_id, our_id);

CREATE INDEX saved_search_matches_by_time ON public.saved_search_matches USING btree (matched_at);

CREATE INDEX saved_search_matches_new ON public.saved_search_matches USING btree (search_id) WHERE (NOT announced);

CREATE INDEX saved_searches_by_agent ON public.saved_searches USING btree (agent_id, id DESC);

CREATE INDEX saved_searches_by_tag ON public.saved_searches USING btree (market, COALESCE((criteria ->> 'tag'::text), ''::text)) WHERE (alerts <> 'off'::text);

CREATE INDEX saved_searches_due ON public.saved_searches USING btree (alert_at) WHERE (alert_at IS NOT NULL);

CREATE INDEX search_words_by_key ON public.search_words USING gin (keys) WITH (fastupdate=off);

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_open ON public.sessions USING btree (user_id, id) WHERE (ended_at IS NULL);

CREATE INDEX settled_tasks_by_payer ON public.settled_tasks USING btree (provider_id, client_owner_id) WHERE paid;

CREATE INDEX settled_tasks_by_provider ON public.settled_tasks USING btree (provider_id, settled_at DESC, task_id DESC);

CREATE INDEX standings_due ON public.standings USING btree (until) WHERE (until IS NOT NULL);

CREATE INDEX task_events_of_figures ON public.task_events USING btree (at) WHERE (action = ANY (ARRAY['award'::text, 'dispute'::text]));

CREATE INDEX tasks_by_client ON public.tasks USING btree (client_id, status_at DESC, id DESC);

CREATE INDEX tasks_by_context ON public.tasks USING btree (context_id);

CREATE INDEX tasks_by_listing ON public.tasks USING btree (listing_id, id) WHERE (listing_id IS NOT NULL);

CREATE INDEX tasks_by_pair ON public.tasks USING btree (client_id, provider_id, status_at DESC, id DESC);

CREATE INDEX tasks_by_provider ON public.tasks USING btree (provider_id, status_at DESC, id DESC);

CREATE INDEX tasks_completed ON public.tasks USING btree (provider_id, status_at DESC, id DESC) WHERE (phase = 'completed'::text);

CREATE INDEX tasks_disputed ON public.tasks USING btree (due_at) WHERE (phase = 'disputed'::text);

CREATE INDEX tasks_due ON public.tasks USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX tasks_one_application ON public.tasks USING btree (listing_id, provider_id) WHERE (phase = 'applied'::text);

CREATE INDEX tasks_open_by_pair ON public.tasks USING btree (client_id, provider_id) WHERE (due_at IS NOT NULL);

CREATE INDEX tasks_to_warn ON public.tasks USING btree (warn_at) WHERE (warn_at IS NOT NULL);

CREATE INDEX tasks_with_contents ON public.tasks USING btree (status_at) WHERE ((phase = ANY (ARRAY['completed'::text, 'canceled'::text, 'rejected'::text, 'failed'::text])) AND (contents_removed_at IS NULL));

CREATE INDEX thread_file_uses_by_thread ON public.thread_file_uses USING btree (thread_id, file_id);

CREATE INDEX thread_files_by_thread ON public.thread_files USING btree (thread_id);

CREATE INDEX thread_files_loose ON public.thread_files USING btree (created_at) WHERE (message_id IS NULL);

CREATE INDEX thread_messages_by_agent ON public.thread_messages USING btree (agent_id, thread_id);

CREATE INDEX thread_messages_by_words ON public.thread_messages USING gin (message_words(parts));

CREATE INDEX thread_participants_by_activity ON public.thread_participants USING btree (agent_id, active_at DESC, thread_id DESC);

CREATE INDEX users_by_active_agent ON public.users USING btree (active_agent_id) WHERE (active_agent_id IS NOT NULL);

CREATE INDEX users_by_creation ON public.users USING btree (created_at);

CREATE INDEX users_by_email_start ON public.users USING btree (email_key text_pattern_ops);

CREATE INDEX users_by_mailbox ON public.users USING btree (mailbox_of(email_key));

CREATE INDEX users_by_name_start ON public.users USING btree (lower(display_name) text_pattern_ops);

CREATE INDEX users_deletion_due ON public.users USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);

CREATE INDEX verification_runs_by_kind ON public.verification_runs USING btree (kind, id);

CREATE INDEX webhook_deliveries_by_agent ON public.webhook_deliveries USING btree (agent_id, id DESC);

CREATE INDEX webhook_deliveries_by_endpoint ON public.webhook_deliveries USING btree (endpoint, id DESC);

CREATE INDEX webhook_deliveries_by_status ON public.webhook_deliveries USING btree (agent_id, status, id DESC);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_attempt_at, queue) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_finished ON public.webhook_deliveries USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX webhook_deliveries_in_order ON public.webhook_deliveries USING btree (order_key, event_number) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_in_queue ON public.webhook_deliveries USING btree (queue, next_attempt_at, event_number) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_leased ON public.webhook_deliveries USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX webhooks_by_agent ON public.webhooks USING btree (agent_id);

create view agent_access as
 SELECT a.id AS agent_id,
    a.owner_id AS user_id,
    'owner'::text AS role,
    1 AS rank
   FROM agents a
  WHERE (a.archived_at IS NULL)
UNION ALL
 SELECT l.agent_id,
    l.user_id,
    'operator'::text AS role,
    6 AS rank
   FROM (agent_links l
     JOIN agents a ON (((a.id = l.agent_id) AND (a.archived_at IS NULL))))
  WHERE ((l.granted_by IS NULL) OR (l.granted_by = a.owner_id) OR (EXISTS ( SELECT
           FROM ((organization_agents oa
             JOIN organizations o ON (((o.id = oa.organization_id) AND (o.deleted_at IS NULL))))
             JOIN members m ON ((m.organization_id = oa.organization_id)))
          WHERE ((oa.agent_id = l.agent_id) AND (m.user_id = l.granted_by) AND (m.role = ANY (ARRAY['owner'::text, 'admin'::text]))))))
UNION ALL
 SELECT oa.agent_id,
    m.user_id,
    ('organization-'::text || m.role) AS role,
        CASE m.role
            WHEN 'owner'::text THEN 2
            WHEN 'admin'::text THEN 3
            WHEN 'finance'::text THEN 4
            ELSE 5
        END AS rank
   FROM (((organization_agents oa
     JOIN organizations o ON (((o.id = oa.organization_id) AND (o.deleted_at IS NULL))))
     JOIN members m ON ((m.organization_id = oa.organization_id)))
     JOIN agents a ON (((a.id = oa.agent_id) AND (a.archived_at IS NULL))));

create view connected as
 SELECT connections.requester_id AS agent_id,
    connections.addressee_id AS other_id,
    connections.decided_at AS since
   FROM connections
  WHERE (connections.state = 'accepted'::text)
UNION ALL
 SELECT connections.addressee_id AS agent_id,
    connections.requester_id AS other_id,
    connections.decided_at AS since
   FROM connections
  WHERE (connections.state = 'accepted'::text);

CREATE TRIGGER agents_changed AFTER UPDATE ON public.agents FOR EACH ROW WHEN (((new.visibility = 'public'::text) AND (new.archived_at IS NULL) AND (new.updated_at <> old.updated_at))) EXECUTE FUNCTION add_search_arrival();

CREATE TRIGGER agents_listed BEFORE INSERT OR UPDATE OF visibility, archived_at ON public.agents FOR EACH ROW WHEN (((new.listed_at IS NULL) AND (new.visibility = 'public'::text) AND (new.archived_at IS NULL))) EXECUTE FUNCTION set_listed_at();

CREATE TRIGGER agents_published AFTER INSERT ON public.agents FOR EACH ROW WHEN (((new.visibility = 'public'::text) AND (new.archived_at IS NULL))) EXECUTE FUNCTION add_search_arrival();

CREATE TRIGGER agents_replace_contact_from BEFORE INSERT OR UPDATE OF contact_from ON public.agents FOR EACH ROW WHEN ((new.contact_from = 'nobody'::text)) EXECUTE FUNCTION replace_contact_from();

CREATE TRIGGER attachments_dropped AFTER DELETE ON public.attachments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_attachments();

CREATE TRIGGER attachments_stored AFTER INSERT ON public.attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_attachments();

CREATE TRIGGER audit_entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_links_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER comments_dropped AFTER DELETE ON public.comments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_texts();

CREATE TRIGGER comments_stored AFTER INSERT ON public.comments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_texts();

CREATE TRIGGER dispute_evidence_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.dispute_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER files_dropped AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_files();

CREATE TRIGGER files_resized AFTER UPDATE OF size ON public.files FOR EACH ROW WHEN ((old.size <> new.size)) EXECUTE FUNCTION storage_of_resized_file();

CREATE TRIGGER files_stored AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_files();

CREATE TRIGGER invoice_lines_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoice_periods_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_periods FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoices_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_accounts_guarded BEFORE INSERT OR UPDATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();

CREATE TRIGGER ledger_accounts_immutable BEFORE DELETE OR UPDATE OF id, book, kind, owner, wallet, currency, mode, floor, ceiling, created_at OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_accounts_opened BEFORE INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_open();

CREATE TRIGGER ledger_postings_guarded BEFORE INSERT ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();

CREATE TRIGGER ledger_postings_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_transfers_guarded BEFORE INSERT ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();

CREATE TRIGGER ledger_transfers_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER listings_changed AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((new.status = 'open'::text) AND (new.updated_at <> old.updated_at))) EXECUTE FUNCTION add_search_arrival();

CREATE TRIGGER listings_published AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status = 'open'::text)) EXECUTE FUNCTION add_search_arrival();

CREATE TRIGGER package_versions_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.package_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER package_versions_stored AFTER INSERT ON public.package_versions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_package_versions();

CREATE TRIGGER posts_dropped AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_texts();

CREATE TRIGGER posts_stored AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_texts();

CREATE TRIGGER reviews_final BEFORE UPDATE ON public.reviews FOR EACH ROW WHEN ((((old.revealed_at IS NOT NULL) AND (((((old.score IS DISTINCT FROM new.score) OR (old.text IS DISTINCT FROM new.text)) OR (old.counts IS DISTINCT FROM new.counts)) OR (old.after_refund IS DISTINCT FROM new.after_refund)) OR (old.revealed_at IS DISTINCT FROM new.revealed_at))) OR ((old.reply IS NOT NULL) AND (old.reply IS DISTINCT FROM new.reply)))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER task_briefs_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.task_briefs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER task_events_immutable BEFORE DELETE OR UPDATE OF task_id, seq, at, action, by, phase, reason OR TRUNCATE ON public.task_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER task_events_stored AFTER INSERT ON public.task_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_task_events();

CREATE TRIGGER thread_files_dropped AFTER DELETE ON public.thread_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_thread_files();

CREATE TRIGGER thread_files_stored AFTER INSERT ON public.thread_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_thread_files();

CREATE TRIGGER thread_messages_stored AFTER INSERT ON public.thread_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage_of_thread_messages();

CREATE TRIGGER webhook_deliveries_respell BEFORE INSERT OR UPDATE OF status ON public.webhook_deliveries FOR EACH ROW WHEN ((new.status = 'cancelled'::text)) EXECUTE FUNCTION respell_canceled();
