-- Listings can name a category of the policy, by which people search and which sets the fee.
alter table listings add column category text check (category ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(category) <= 40);
create index listings_by_category on listings (category, opened_at desc, id desc)
  where status = 'open' and category is not null;
