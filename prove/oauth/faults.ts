/** Faults in the authorization server: SQL that removes a guard in the database, or a part around the server that misbehaves. */

interface Fault {
  readonly breaks: string
  readonly statement?: string
  /** Documents of clients are read without a check of their address. */
  readonly unguardedDocuments?: true
  /** A proxy removes the headers that forbid frames. */
  readonly framedPages?: true
}

const trigger = (name: string, table: string, moment: string, change: string) => `
  create function ${name}() returns trigger language plpgsql as $$ begin ${change} end $$;
  create trigger ${name} before ${moment} on ${table} for each row execute function ${name}()`

/** Verifier of the attacker, 43 characters long. */
export const guessedVerifier = 'x'.repeat(43)
/** Redirect URI of the app that the PKCE downgrade attacks. */
export const downgradedRedirect = 'https://downgraded.example/callback'
export const evilRedirect = 'https://evil.example/callback'

export const faults: Readonly<Record<string, Fault>> = {
  'any-redirect': {
    breaks: 'A redirect URI of the attacker counts as registered.',
    statement: trigger(
      'add_redirect',
      'oauth_clients',
      'insert',
      `new.redirect_uris := array_append(new.redirect_uris, '${evilRedirect}'); return new;`,
    ),
  },
  'codes-reusable': {
    breaks: 'A used code stays unused.',
    statement: trigger('stay_unused', 'oauth_codes', 'update', 'new.used_at := null; return new;'),
  },
  'codes-of-any-client': {
    breaks: 'A code belongs to the client that registered last.',
    statement: trigger(
      'change_client',
      'oauth_codes',
      'insert',
      'new.client_id := (select id from oauth_clients order by id desc limit 1); return new;',
    ),
  },
  'guessable-challenge': {
    breaks: 'For one app, the challenge of a code is that of a verifier which the attacker knows.',
    statement: trigger(
      'downgrade',
      'oauth_codes',
      'insert',
      `if new.redirect_uri = '${downgradedRedirect}' then new.challenge := translate(rtrim(encode(sha256('${guessedVerifier}'::bytea), 'base64'), '='), '+/', '-_'); end if; return new;`,
    ),
  },
  'refresh-reuse-ignored': {
    breaks: 'A replaced refresh token works like a new one.',
    statement: trigger(
      'stay_fresh',
      'oauth_tokens',
      'update',
      'new.replaced_at := null; new.replaced_by := null; return new;',
    ),
  },
  'one-audience': {
    breaks: 'Every token is for the API.',
    statement: trigger('widen', 'oauth_grants', 'insert', "new.resource := 'api'; return new;"),
  },
  'unguarded-documents': {
    breaks: 'The metadata document of a client is read from any address.',
    unguardedDocuments: true,
  },
  'framed-consent': {
    breaks: 'The consent page can be shown in a frame of another site.',
    framedPages: true,
  },
  'registrations-kept': {
    breaks: 'Registrations without a grant are never deleted.',
    statement: trigger('stay_registered', 'oauth_clients', 'delete', 'return null;'),
  },
  'device-codes-reusable': {
    breaks: 'A used device code stays approved.',
    statement: trigger(
      'stay_approved',
      'oauth_device_requests',
      'update',
      "if new.state = 'used' then new.state := 'approved'; end if; return new;",
    ),
  },
}
