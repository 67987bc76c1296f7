/** Patterns of environment variables, with the text for error messages. */
export const forms = {
  // A PostgreSQL URL can have its host in `?host=`, which Node does not parse as a URL.
  postgres: [/^postgres(ql)?:\/\/./, 'a URL that starts with postgres:// or postgresql://'],
  nats: [
    /^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/,
    'one or more URLs that start with nats:// or tls://, separated by commas',
  ],
  clamd: [/^(tcp:\/\/[^\s/]+:\d{1,5}|unix:(\/\/)?\/\S+)$/, 'tcp://HOST:PORT or unix:/PATH'],
  syslog: [/^(udp|tcp|tls):\/\/[^\s/@]+:\d{1,5}$/, 'udp://HOST:PORT, tcp://HOST:PORT or tls://HOST:PORT'],
  secret: [/^.{32,}$/, 'at least 32 characters long'],
  webhookSecret: [
    /^(?!whsec_).{32,}$|^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
    'at least 32 characters long; after whsec_, base64',
  ],
  country: [/^[A-Z]{2}$/, 'an ISO 3166 code such as DE'],
  stripeKey: [
    /^(sk|rk)_(test|live)_./,
    'a Stripe key that starts with rk_test_, sk_test_, rk_live_ or sk_live_',
  ],
} as const
