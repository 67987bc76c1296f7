import type { Stripe } from 'stripe'
import { ConfigError } from '../../../config/reader.ts'
import { bookOfKey } from '../../../config/config.ts'
import { second } from '../../../lib/clock.ts'
import { version } from '../../../lib/version.ts'

/** All shapes in this folder are for this version; a test fails when the package moves on. */
export const stripeApiVersion = '2026-10-28.endive'

interface StripeClientOptions {
  readonly key: string
  /** A local server that imitates Stripe. */
  readonly fakeServer?: { readonly host: string; readonly port: number }
  readonly maxNetworkRetries?: number
}

/** Loaded on demand: the package takes 20 MB and 100 ms. */
export async function createStripeClient({
  key,
  fakeServer: imitation,
  maxNetworkRetries = 2,
}: StripeClientOptions): Promise<Stripe> {
  if (imitation !== undefined && !['127.0.0.1', '::1', 'localhost'].includes(imitation.host)) {
    throw new ConfigError('The fake Stripe server must have a loopback address.')
  }
  const { Stripe: Client } = await import('stripe')
  return new Client(key, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries,
    timeout: 20 * second,
    telemetry: false,
    appInfo: { name: 'souk', version },
    ...(imitation === undefined ? {} : { ...imitation, protocol: 'http' }),
  })
}

/** Live keys require production mode and a durable database. */
export function requireSafeKey({
  key,
  embedded,
  production,
}: {
  key: string
  embedded: boolean
  production: boolean
}): void {
  if (!/^(sk|rk)_(live|test)_\w+$/.test(key)) {
    throw new ConfigError('The Stripe key must start with rk_live_, rk_test_, sk_live_ or sk_test_.')
  }
  if (bookOfKey(key) !== 'live') return
  if (!production) throw new ConfigError('A live Stripe key requires NODE_ENV=production.')
  if (embedded) {
    throw new ConfigError(
      'A live Stripe key requires an external PostgreSQL: set DATABASE_URL, or use a test key.',
    )
  }
}
