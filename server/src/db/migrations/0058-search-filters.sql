-- Searches filter by price and rating; a search that few agents match must not read all of them.
create index agents_by_price on agents (((pricing #>> '{price,amount}')::bigint))
  where archived_at is null and visibility = 'public';
create index reputations_by_provider_rating on reputations (provider_rating) where provider_rating is not null;
create index reputations_by_client_rating on reputations (client_rating) where client_rating is not null;
