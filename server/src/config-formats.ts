/** Texts that must look a certain way, and how to say so. */
export const forms = {
  // Without a host, which `?host=` then names, it is a valid address of PostgreSQL but not a URL to Node.
  postgres: [/^postgres(ql)?:\/\/./, 'a URL that starts with postgres:// or postgresql://'],
  nats: [
    /^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/,
    'one or more URLs that start with nats:// or tls://, separated by commas',
  ],
  secret: [/^.{32,}$/, 'at least 32 characters long'],
  country: [/^[A-Z]{2}$/, 'an ISO 3166 code such as DE'],
  stripeKey: [
    /^(sk|rk)_(test|live)_./,
    'a key of Stripe that starts with rk_test_, sk_test_, rk_live_ or sk_live_',
  ],
} as const
