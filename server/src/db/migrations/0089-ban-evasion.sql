-- People who were suspended sign up again with an alias of their mailbox. Operators see accounts that share a mailbox.
create function mailbox_of(address text) returns text language sql immutable as $$
  select case when split_part(lower(address), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(address), '@', 1), '+', 1) || '@' || split_part(lower(address), '@', 2) end
$$;
create index users_by_mailbox on users (mailbox_of(email_key));
