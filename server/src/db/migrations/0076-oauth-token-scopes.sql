-- A refresh can ask for fewer scopes than the grant has (RFC 6749, section 6): the access token then has only these.

alter table oauth_tokens add scopes text[];
comment on column oauth_tokens.scopes is 'Scopes of an access token that has fewer than its grant; null for all.';
