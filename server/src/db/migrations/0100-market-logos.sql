-- Operators upload a logo of the marketplace. The policy names the current one; earlier ones stay for its history.
create table market_logos (
  -- SHA-256 of the image, so that its URL never changes its content.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/webp', 'image/svg+xml')),
  image bytea not null check (octet_length(image) between 1 and 262144),
  created_at timestamptz not null
);
