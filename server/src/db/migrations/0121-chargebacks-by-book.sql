-- A chargeback of another book, such as play money from before going live, puts no earnings of this book at risk.

-- The function without a book serves nodes of the previous version during an upgrade.
create function client_at_risk(client text, of_book text) returns boolean language plpgsql volatile as $$
begin
  return exists (select from chargebacks c where c.agent_id = client and c.book = of_book and c.state <> 'won');
end $$;
